import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { cancelDeletion } from '../accounts/deletion.ts'
import { smsChannel } from '../accounts/ports.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { requireOwner, requireUser } from '../http/bearer.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client-request.ts'
import { challengeOf, pkceFields } from '../pkce.ts'
import { userMetadataSchema } from '../users/metadata.ts'
import { presentUser } from '../users/present.ts'
import { reauthenticate } from './proof.ts'
import { updateOwnUser } from './update.ts'

const updateSchema = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  nonce: z.string().optional(),
  data: userMetadataSchema.optional(),
  app_metadata: z.unknown().optional(),
  channel: smsChannel.default('sms'),
  ...pkceFields,
})

/** The signed-in user: GET and PUT /user, POST /user/restore, GET /reauthenticate. */
export function userRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user', async (request) => presentUser((await requireOwner(ctx, request)).user))

  app.put('/user', async (request) => {
    const caller = await requireUser(ctx, request)
    const client = clientOf(ctx, request)
    const body = readBody(updateSchema, request)
    if (body.app_metadata !== undefined)
      throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges')
    return presentUser(
      await updateOwnUser(ctx, { caller, client, changes: body, challenge: challengeOf(body) }),
    )
  })

  app.post('/user/restore', async (request) => {
    const caller = await requireOwner(ctx, request)
    return presentUser(await cancelDeletion(ctx, caller, clientOf(ctx, request)))
  })

  app.get('/reauthenticate', async (request) => {
    const caller = await requireUser(ctx, request)
    const client = clientOf(ctx, request)
    return reauthenticate(ctx, caller.user, client)
  })
}
