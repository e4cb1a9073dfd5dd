import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../../context.ts'
import { webauthnKind } from './factor.ts'
import { passkeyRoutes } from './passkey-routes.ts'

/** Passkeys as a way to sign in, and security keys as a second factor. */
export function mountWebauthn(app: FastifyInstance, ctx: AuthContext): void {
  if (ctx.settings.passkeys.enabled) passkeyRoutes(app, ctx)
  ctx.factorKinds.set('webauthn', webauthnKind(ctx))
}
