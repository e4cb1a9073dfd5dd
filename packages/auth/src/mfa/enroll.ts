import type { z } from 'zod'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { lockForChange, requireMayChange } from '../credentials/guard.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import type { Authenticated } from '../http/bearer.ts'
import type { UserRow } from '../users/row.ts'
import { requireKind } from './kind.ts'
import type { enrollSchema, FactorType } from './kind.ts'
import { deleteStaleFactors, insertFactor } from './repo.ts'

/** Begins a factor. It counts once one of its challenges was answered. */
export async function enroll(
  ctx: AuthContext,
  caller: Authenticated,
  body: z.output<typeof enrollSchema>,
): Promise<Record<string, unknown>> {
  const type = typeOf(body.factor_type)
  const kind = requireKind(ctx, type, 'enroll')
  requireMayChange(ctx, caller)
  const { stored, shown } = await kind.enroll(caller.user, body)
  const id = await inTransaction(ctx.pool, async (tx) => {
    const user = await lockForChange(tx, caller)
    await deleteStaleFactors(tx, user.id)
    requireRoom(ctx, user, stored.phone)
    await audit(tx, { action: 'factor_added', userId: user.id, traits: { type } })
    return insertFactor(tx, { userId: user.id, type, name: body.friendly_name, ...stored })
  }).catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    const text = `A factor with the friendly name "${body.friendly_name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', text)
  })
  return { id, type, friendly_name: body.friendly_name, ...shown }
}

function requireRoom(ctx: AuthContext, user: UserRow, phone: string | null): void {
  const verified = user.factors.filter((factor) => factor.status === 'verified')
  if (user.factors.length >= ctx.settings.mfa.maxFactors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (phone !== null && verified.some((factor) => factor.phone === phone)) {
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
