import { m } from '@antojo/i18n/messages'

/** The error of an e-mail address, as far as it shows without the server. */
export function emailFault(email: string): string | undefined {
  const typed = email.trim()
  if (typed === '') return m.auth_email_required()
  return /^[^\s@]+@\S+$/.test(typed) ? undefined : m.auth_email_invalid()
}

const MIN_LENGTH = 2
const MAX_LENGTH = 80

/** The error of the name of a place or an area (spec §5); `tooShort` is its text for a short one. */
export function nameFault(name: string, tooShort = m.fix_name_short()): string | undefined {
  const { length } = name.trim()
  if (length > MAX_LENGTH) return m.fix_too_long()
  return length < MIN_LENGTH ? tooShort : undefined
}
