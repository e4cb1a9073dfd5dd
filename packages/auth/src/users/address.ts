import { z } from 'zod'
import { invalid } from '../errors.ts'

const MAX_EMAIL = 255
const PHONE = /^[1-9][0-9]{1,14}$/

/** An e-mail address in the form it is stored: trimmed and lower-cased. Throws 400 when malformed. */
export function normalizeEmail(input: string): string {
  const email = input.trim().toLowerCase()
  if (email.length > MAX_EMAIL || !z.email({ pattern: z.regexes.html5Email }).safeParse(email).success)
    throw invalid('Unable to validate email address: invalid format')
  return email
}

/** A phone number in the form it is stored: E.164 without "+". Throws 400 when malformed. */
export function normalizePhone(input: string): string {
  const phone = input.replaceAll(/[\s+]/g, '')
  if (!PHONE.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}
