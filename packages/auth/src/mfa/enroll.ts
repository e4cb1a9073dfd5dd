import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { lockForChange, requireMayChange } from '../credentials/guard.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import type { Authenticated } from '../http/bearer.ts'
import { normalizePhone } from '../users/address.ts'
import type { UserRow } from '../users/row.ts'
import { deleteStaleFactors, insertFactor } from './repo.ts'

export const enrollSchema = z.object({
  factor_type: z.string().optional(),
  friendly_name: z.string().max(255).default(''),
  issuer: z.string().max(255).optional(),
  phone: z.string().optional(),
})

type Enrolment = z.output<typeof enrollSchema>
type FactorType = 'totp' | 'phone' | 'webauthn'

/** Begins a factor. It counts once one of its challenges was answered. */
export async function enroll(
  ctx: AuthContext,
  caller: Authenticated,
  body: Enrolment,
): Promise<Record<string, unknown>> {
  const type = typeOf(body.factor_type)
  if (!ctx.settings.mfa[type].enroll) {
    throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)
  }
  requireMayChange(ctx, caller)
  const phone = type === 'phone' ? phoneOf(body) : undefined
  const totp = type === 'totp' ? newTotp(ctx, caller.user, body.issuer) : undefined
  const id = await inTransaction(ctx.pool, async (tx) => {
    const user = await lockForChange(tx, caller)
    await deleteStaleFactors(tx, user.id)
    requireRoom(ctx, user, phone)
    await audit(tx, { action: 'factor_added', userId: user.id, traits: { type } })
    return insertFactor(tx, {
      userId: user.id,
      type,
      name: body.friendly_name,
      ...(totp === undefined ? {} : { secret: totp.secret.base32 }),
      ...(phone === undefined ? {} : { phone }),
    })
  }).catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    const text = `A factor with the friendly name "${body.friendly_name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', text)
  })
  return {
    id,
    type,
    friendly_name: body.friendly_name,
    ...(phone === undefined ? {} : { phone }),
    ...(totp === undefined ? {} : { totp: await presentTotp(totp) }),
  }
}

/** The parameters all common authenticator apps understand (RFC 6238 defaults). */
export function totpOf(secret: Secret, label?: { issuer: string; account: string }): TOTP {
  const named = label === undefined ? {} : { issuer: label.issuer, label: label.account }
  return new TOTP({ ...named, secret, algorithm: 'SHA1', digits: 6, period: 30 })
}

const SECRET_BYTES = 20

function newTotp(ctx: AuthContext, user: UserRow, issuer: string | undefined): TOTP {
  const label = {
    issuer: issuer ?? new URL(ctx.settings.siteUrl).host,
    account: user.email ?? user.phone ?? user.id,
  }
  return totpOf(new Secret({ size: SECRET_BYTES }), label)
}

async function presentTotp(totp: TOTP): Promise<Record<string, unknown>> {
  const uri = totp.toString()
  const { toString: renderQr } = await import('qrcode')
  return { qr_code: await renderQr(uri, { type: 'svg', margin: 2 }), secret: totp.secret.base32, uri }
}

function requireRoom(ctx: AuthContext, user: UserRow, phone: string | undefined): void {
  const verified = user.factors.filter((factor) => factor.status === 'verified')
  if (user.factors.length >= ctx.settings.mfa.maxFactors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (phone !== undefined && verified.some((factor) => factor.phone === phone)) {
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  }
}

function typeOf(name: string | undefined): FactorType {
  if (name === 'totp' || name === 'phone' || name === 'webauthn') return name
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

function phoneOf(body: Enrolment): string {
  if (body.phone === undefined) throw invalid('Phone number required to enroll Phone factor')
  return normalizePhone(body.phone)
}
