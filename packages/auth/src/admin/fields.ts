import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { invalid } from '../errors.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { isKnownHash } from '../passwords/hasher.ts'
import { requireStrongPassword } from '../passwords/strength.ts'
import { appMetadataSchema, userMetadataSchema } from '../users/metadata.ts'

/** The fields of a user that an administrator may set. */
export const userFieldsSchema = z.object({
  id: z.guid('ID must conform to the uuid v4 format').optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  password_hash: z.string().optional(),
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: userMetadataSchema.optional(),
  app_metadata: appMetadataSchema.optional(),
  role: z.string().max(255).optional(),
  aud: z.string().optional(),
  ban_duration: z.string().optional(),
})

export interface UserFields extends Omit<
  z.output<typeof userFieldsSchema>,
  'ban_duration' | 'password' | 'password_hash'
> {
  passwordHash: string | undefined
  /** undefined: unchanged; null: no ban. */
  bannedUntil: Date | null | undefined
}

/** Checks and normalises the fields; hashes the password. */
export async function prepareFields(
  ctx: AuthContext,
  body: z.output<typeof userFieldsSchema>,
): Promise<UserFields> {
  const { password, password_hash: imported, ban_duration: ban, ...rest } = body
  if (password !== undefined && imported !== undefined) {
    throw invalid('Only a password or a password hash should be provided')
  }
  if (imported !== undefined && !isKnownHash(imported)) {
    throw invalid('Password hash must be bcrypt, argon2 or Firebase scrypt')
  }
  const email = body.email === undefined ? undefined : normalizeEmail(body.email)
  const phone = body.phone === undefined ? undefined : normalizePhone(body.phone)
  if (password !== undefined) await requireStrongPassword(password, ctx.settings, email)
  return {
    ...rest,
    email,
    phone,
    passwordHash: password === undefined ? imported : await ctx.passwords.hash(password),
    bannedUntil: ban === undefined ? undefined : banEnd(ban),
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** The end of a ban of a Go-style duration (`24h`, `1h30m`); null for `none`. */
function banEnd(duration: string): Date | null {
  if (duration === 'none') return null
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([text]) => text).join('') !== duration) {
    throw invalid('invalid format for ban duration: use e.g. "24h", or "none"')
  }
  const length = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0)
  return new Date(Date.now() + length)
}
