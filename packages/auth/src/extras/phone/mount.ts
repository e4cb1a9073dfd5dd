import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../../context.ts'
import { phoneAccounts } from './accounts.ts'
import { phoneKind } from './factor.ts'

/** Accounts by phone number, and codes by SMS as a second factor. */
export function mountPhone(_app: FastifyInstance, ctx: AuthContext): void {
  ctx.phone = phoneAccounts(ctx)
  ctx.factorKinds.set('phone', phoneKind(ctx))
}
