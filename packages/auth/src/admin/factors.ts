import { z } from 'zod'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction, run } from '../database.ts'
import { AuthError } from '../errors.ts'
import { removeFactor } from '../mfa/repo.ts'
import { normalizePhone } from '../users/address.ts'
import { reloadUser } from '../users/repo.ts'
import type { FactorRow, UserRow } from '../users/row.ts'
import { requireUserRow } from './users.ts'

export const updateFactorSchema = z.object({
  friendly_name: z.string().max(255).optional(),
  phone: z.string().optional(),
})

interface FactorIds {
  userId: string
  factorId: string
  actorId: string | undefined
}

/** Removes a factor that its user has lost. Sessions raised by it fall back to aal1. */
export function deleteFactorAsAdmin(ctx: AuthContext, ids: FactorIds): Promise<FactorRow> {
  return inTransaction(ctx.pool, async (tx) => {
    const factor = requireFactor(await requireUserRow(tx, ids.userId), ids.factorId)
    await removeFactor(tx, ids)
    await audit(tx, {
      action: 'factor_deleted',
      userId: ids.userId,
      actorId: ids.actorId,
      traits: { factorId: ids.factorId },
    })
    return factor
  })
}

/** Renames a factor or corrects its phone number. */
export function updateFactorAsAdmin(
  ctx: AuthContext,
  ids: FactorIds,
  changes: z.output<typeof updateFactorSchema>,
): Promise<FactorRow> {
  const phone = changes.phone === undefined ? null : normalizePhone(changes.phone)
  return inTransaction(ctx.pool, async (tx) => {
    requireFactor(await requireUserRow(tx, ids.userId), ids.factorId)
    await run(
      tx,
      `update auth.mfa_factors set friendly_name = coalesce($2, friendly_name), updated_at = now(),
         phone = case when factor_type = 'phone' then coalesce($3, phone) else phone end where id = $1`,
      [ids.factorId, changes.friendly_name ?? null, phone],
    )
    await audit(tx, {
      action: 'admin_changed_user',
      userId: ids.userId,
      actorId: ids.actorId,
      traits: { fields: ['factor'] },
    })
    return requireFactor(await reloadUser(tx, ids.userId), ids.factorId)
  }).catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    throw new AuthError(422, 'mfa_factor_name_conflict', 'A factor with this name already exists')
  })
}

function requireFactor(user: UserRow, factorId: string): FactorRow {
  const factor = user.factors.find((candidate) => candidate.id === factorId)
  if (factor === undefined) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}
