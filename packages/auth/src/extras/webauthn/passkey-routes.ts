import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { audit } from '../../audit.ts'
import type { AuthContext } from '../../context.ts'
import { lockForChange, requireLevel, requireMayChange } from '../../credentials/guard.ts'
import { duplicateKey, inTransaction, one } from '../../database.ts'
import { AuthError } from '../../errors.ts'
import { requireAdmin, requireUser } from '../../http/bearer.ts'
import type { Authenticated } from '../../http/bearer.ts'
import { readBody, readId } from '../../http/body.ts'
import { requireCaptcha } from '../../http/captcha.ts'
import { clientOf } from '../../http/client-request.ts'
import { notify } from '../../mail/notify.ts'
import { createSession, presentSession } from '../../sessions/session.ts'
import { findUserById } from '../../users/repo.ts'
import { isBanned } from '../../users/row.ts'
import {
  assertionOptions,
  assertionSchema,
  checkAssertion,
  checkRegistration,
  registrationOptions,
  registrationSchema,
  verificationFailed,
} from './ceremony.ts'
import {
  credentialsOf,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordUse,
  renamePasskey,
  saveChallenge,
  takeChallenge,
} from './passkey-repo.ts'

const CHALLENGE_MS = 300_000

const registrationBody = z.object({ challenge_id: z.guid(), credential: registrationSchema })
const authenticationBody = z.object({ challenge_id: z.guid(), credential: assertionSchema })
const renameBody = z.object({ friendly_name: z.string().max(255).optional() })

/** Passkeys: registration, sign-in without a user name, management. */
export function passkeyRoutes(app: FastifyInstance, ctx: AuthContext): void {
  registrationRoutes(app, ctx)
  authenticationRoutes(app, ctx)
  administrationRoutes(app, ctx)

  app.get('/passkeys', async (request) => listPasskeys(ctx.pool, (await requireOwner(ctx, request)).user.id))

  app.patch('/passkeys/:passkey_id', async (request) => {
    const caller = await requireOwner(ctx, request)
    requireLevel(caller.user, caller.aal)
    const { user } = caller
    const { friendly_name: name } = readBody(renameBody, request)
    return renamePasskey(
      ctx.pool,
      { userId: user.id, passkeyId: readId(request, 'passkey_id') },
      name ?? null,
    )
  })

  app.delete('/passkeys/:passkey_id', async (request, reply) => {
    const caller = await requireOwner(ctx, request)
    const passkeyId = readId(request, 'passkey_id')
    requireMayChange(ctx, caller)
    await inTransaction(ctx.pool, async (tx) => {
      await lockForChange(tx, caller)
      await deletePasskey(tx, { userId: caller.user.id, passkeyId })
    })
    notify(ctx, { kind: 'passkey_removed', user: caller.user, client: clientOf(ctx, request) })
    return reply.code(204).send()
  })
}

function registrationRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/passkeys/registration/options', async (request) => {
    const caller = await requireOwner(ctx, request)
    requireMayChange(ctx, caller)
    const { user } = caller
    const known = await credentialsOf(ctx.pool, user.id)
    if (known.length >= ctx.settings.passkeys.max) throw tooMany()
    const name = user.email ?? user.phone ?? user.id
    const options = await registrationOptions(ctx, { userId: user.id, name, known, discoverable: true })
    return challengeAnswer(await saveChallenge(ctx.pool, options.challenge, user.id), options)
  })

  app.post('/passkeys/registration/verify', async (request) => {
    const caller = await requireOwner(ctx, request)
    const { user } = caller
    const body = readBody(registrationBody, request)
    const challenge = await requireChallenge(ctx, body.challenge_id, user.id)
    const { credential } = await checkRegistration(ctx, body.credential, {
      challenge,
      userVerification: true,
    })
    const added = await inTransaction(ctx.pool, async (tx) => {
      await lockForChange(tx, caller)
      if ((await credentialsOf(tx, user.id)).length >= ctx.settings.passkeys.max) throw tooMany()
      await audit(tx, { action: 'passkey_added', userId: user.id, ip: request.ip })
      return insertPasskey(tx, user.id, credential)
    }).catch((error: unknown) => {
      if (duplicateKey(error) === undefined) throw error
      throw new AuthError(422, 'webauthn_credential_exists', 'This passkey is already registered')
    })
    notify(ctx, { kind: 'passkey_added', user, client: clientOf(ctx, request) })
    return added
  })
}

function authenticationRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/passkeys/authentication/options', async (request) => {
    await requireCaptcha(ctx, request)
    const options = await assertionOptions(ctx, undefined)
    return challengeAnswer(await saveChallenge(ctx.pool, options.challenge, undefined), options)
  })

  app.post('/passkeys/authentication/verify', async (request) => {
    const client = clientOf(ctx, request)
    const body = readBody(authenticationBody, request)
    const challenge = await requireChallenge(ctx, body.challenge_id, undefined)
    const { user, session } = await inTransaction(ctx.pool, async (tx) => {
      const passkey = await findPasskey(tx, body.credential.id)
      if (passkey === undefined) throw verificationFailed()
      const { credential } = passkey
      const counter = await checkAssertion(ctx, body.credential, {
        challenge,
        credential,
        userVerification: true,
      })
      const owner = await findUserById(tx, passkey.userId)
      if (owner === undefined) throw verificationFailed()
      if (isBanned(owner)) throw new AuthError(403, 'user_banned', 'User is banned')
      await recordUse(tx, passkey.id, counter)
      return {
        user: owner,
        session: await createSession(tx, ctx, { user: owner, client, method: 'passkey' }),
      }
    })
    return presentSession(ctx, user, session)
  })
}

async function requireChallenge(ctx: AuthContext, id: string, userId: string | undefined): Promise<string> {
  const taken = await takeChallenge(ctx.pool, id, userId)
  if (taken === undefined) throw new AuthError(404, 'webauthn_challenge_not_found', 'Challenge not found')
  if (taken.createdAt.getTime() + CHALLENGE_MS >= Date.now()) return taken.challenge
  throw new AuthError(422, 'webauthn_challenge_expired', 'Challenge has expired')
}

function challengeAnswer(challengeId: string, options: unknown): Record<string, unknown> {
  return { challenge_id: challengeId, options, expires_at: Math.floor((Date.now() + CHALLENGE_MS) / 1000) }
}

/** The signed-in owner of passkeys: a permanent account. */
async function requireOwner(ctx: AuthContext, request: FastifyRequest): Promise<Authenticated> {
  const caller = await requireUser(ctx, request)
  if (caller.user.is_anonymous)
    throw new AuthError(403, 'no_authorization', 'Anonymous users cannot have passkeys')
  return caller
}

function tooMany(): AuthError {
  return new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
}

function administrationRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/admin/users/:user_id/passkeys', async (request) => {
    await requireAdmin(ctx, request)
    const userId = readId(request, 'user_id')
    const user = await one(ctx.pool, 'select 1 from auth.users where id = $1 and deleted_at is null', [
      userId,
    ])
    if (user === undefined) throw new AuthError(404, 'user_not_found', 'User not found')
    return listPasskeys(ctx.pool, userId)
  })

  app.delete('/admin/users/:user_id/passkeys/:passkey_id', async (request, reply) => {
    const { actorId } = await requireAdmin(ctx, request)
    const ids = { userId: readId(request, 'user_id'), passkeyId: readId(request, 'passkey_id'), actorId }
    await inTransaction(ctx.pool, (tx) => deletePasskey(tx, ids))
    return reply.code(204).send()
  })
}
