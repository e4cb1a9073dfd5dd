import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { audit } from '../../audit.ts'
import type { Answer, AuthContext } from '../../context.ts'
import { lockForChange, requireLevel, requireMayChange } from '../../credentials/guard.ts'
import { duplicateKey, inTransaction, type Queryable, sql } from '../../database.ts'
import { AuthError } from '../../errors.ts'
import { type Authenticated, requireAdmin, requireUser } from '../../http/bearer.ts'
import { readBody, readId, requireCaptcha } from '../../http/body.ts'
import { clientOf } from '../../http/client-request.ts'
import { notify } from '../../mail/send.ts'
import { signIn } from '../../sessions/session.ts'
import { findUserById } from '../../users/repo.ts'
import { isBanned } from '../../users/row.ts'
import {
  assertionOptions,
  assertionSchema,
  checkAssertion,
  checkRegistration,
  registrationOptions,
  registrationSchema,
  type StoredCredential,
} from './ceremony.ts'

const CHALLENGE_MS = 300_000

const registrationBody = z.object({ challenge_id: z.guid(), credential: registrationSchema })
const authenticationBody = z.object({ challenge_id: z.guid(), credential: assertionSchema })
const renameBody = z.object({ friendly_name: z.string().max(255).optional() })

interface PasskeyRow {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: string
  transports: StoredCredential['transports']
  friendly_name: string | null
  last_used_at: Date | null
  created_at: Date
}

/** Passkeys: registration, sign-in without a user name, management. */
export function passkeyRoutes(app: FastifyInstance, ctx: AuthContext): void {
  registrationRoutes(app, ctx)
  authenticationRoutes(app, ctx)
  administrationRoutes(app, ctx)

  app.get('/passkeys', async (request) => {
    const { user } = await requireOwner(ctx, request)
    return (await passkeysOf(ctx.pool, user.id)).map(presentPasskey)
  })

  app.patch('/passkeys/:passkey_id', async (request) => {
    const { user, aal } = await requireOwner(ctx, request)
    requireLevel(user, aal)
    const { friendly_name: name } = readBody(renameBody, request)
    const row = await sql<PasskeyRow>`update auth.passkeys set friendly_name = ${name}, updated_at = now()
          where id = ${readId(request, 'passkey_id')} and user_id = ${user.id} returning *`.one(ctx.pool)
    if (row === undefined) throw new AuthError('webauthn_credential_not_found')
    return presentPasskey(row)
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
  const requireRoom = (known: PasskeyRow[]) => {
    if (known.length >= ctx.settings.passkeys.max) throw new AuthError('too_many_passkeys')
  }

  app.post('/passkeys/registration/options', async (request) => {
    const caller = await requireOwner(ctx, request)
    requireMayChange(ctx, caller)
    const { user } = caller
    const rows = await passkeysOf(ctx.pool, user.id)
    requireRoom(rows)
    const name = user.email ?? user.phone ?? user.id
    const asked = { userId: user.id, name, known: rows.map(credentialOf), discoverable: true }
    return offerChallenge(ctx, user.id, await registrationOptions(ctx, asked))
  })

  app.post('/passkeys/registration/verify', async (request) => {
    const caller = await requireOwner(ctx, request)
    const { user } = caller
    const body = readBody(registrationBody, request)
    const challenge = await takeChallenge(ctx, body.challenge_id, user.id)
    const expected = { challenge, userVerification: true }
    const { credential } = await checkRegistration(ctx, body.credential, expected)
    const added = await inTransaction(ctx.pool, async (tx) => {
      await lockForChange(tx, caller)
      requireRoom(await passkeysOf(tx, user.id))
      await audit(tx, 'passkey_added', user.id, { ip: request.ip })
      const { id, counter, transports } = credential
      return sql<PasskeyRow>`insert into auth.passkeys
          (user_id, credential_id, public_key, counter, transports)
        values (${user.id}, ${id}, ${Buffer.from(credential.publicKey, 'base64url')}, ${counter}, ${transports})
        returning *`.only(tx)
    }).catch((error: unknown) => {
      throw duplicateKey(error) === undefined ? error : new AuthError('webauthn_credential_exists')
    })
    notify(ctx, { kind: 'passkey_added', user, client: clientOf(ctx, request) })
    return presentPasskey(added)
  })
}

function authenticationRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/passkeys/authentication/options', async (request) => {
    await requireCaptcha(ctx, request)
    return offerChallenge(ctx, null, await assertionOptions(ctx, undefined))
  })

  app.post('/passkeys/authentication/verify', async (request) => {
    const body = readBody(authenticationBody, request)
    const challenge = await takeChallenge(ctx, body.challenge_id, null)
    return signIn(ctx, { client: clientOf(ctx, request), method: 'passkey' }, async (tx) => {
      // Locked, so that one sign-in at a time checks the counter.
      const passkey = await sql<PasskeyRow>`select * from auth.passkeys
            where credential_id = ${body.credential.id} for update`.one(tx)
      if (passkey === undefined) throw new AuthError('webauthn_verification_failed')
      const expected = { challenge, credential: credentialOf(passkey), userVerification: true }
      const counter = await checkAssertion(ctx, body.credential, expected)
      const owner = await findUserById(tx, passkey.user_id)
      if (owner === undefined) throw new AuthError('webauthn_verification_failed')
      if (isBanned(owner)) throw new AuthError('user_banned')
      await sql`update auth.passkeys set counter = ${counter}, last_used_at = now(), updated_at = now()
          where id = ${passkey.id}`.run(tx)
      return owner
    })
  })
}

function administrationRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/admin/users/:user_id/passkeys', async (request) => {
    await requireAdmin(ctx, request)
    const userId = readId(request, 'user_id')
    if ((await findUserById(ctx.pool, userId)) === undefined) throw new AuthError('user_not_found')
    return (await passkeysOf(ctx.pool, userId)).map(presentPasskey)
  })

  app.delete('/admin/users/:user_id/passkeys/:passkey_id', async (request, reply) => {
    const { actorId } = await requireAdmin(ctx, request)
    const ids = { userId: readId(request, 'user_id'), passkeyId: readId(request, 'passkey_id'), actorId }
    await inTransaction(ctx.pool, (tx) => deletePasskey(tx, ids))
    return reply.code(204).send()
  })
}

/** The signed-in owner of passkeys: a permanent account. */
async function requireOwner(ctx: AuthContext, request: FastifyRequest): Promise<Authenticated> {
  const caller = await requireUser(ctx, request)
  if (!caller.user.is_anonymous) return caller
  throw new AuthError('no_authorization', 'Anonymous users cannot have passkeys', { status: 403 })
}

/** Stores a challenge for the second half of a ceremony. Nobody knows the user of a sign-in yet. */
async function offerChallenge(
  ctx: AuthContext,
  userId: string | null,
  options: { readonly challenge: string },
): Promise<Answer> {
  const { id } = await sql<{ id: string }>`insert into auth.passkey_challenges (user_id, challenge)
      values (${userId}, ${options.challenge}) returning id`.only(ctx.pool)
  return { challenge_id: id, options, expires_at: Math.floor((Date.now() + CHALLENGE_MS) / 1000) }
}

/** Takes a challenge, which can be answered only once, right or wrong. */
async function takeChallenge(ctx: AuthContext, id: string, userId: string | null): Promise<string> {
  const taken = await sql<{ challenge: string; created_at: Date }>`delete from auth.passkey_challenges
      where id = ${id} and user_id is not distinct from ${userId}
      returning challenge, created_at`.one(ctx.pool)
  if (taken === undefined) throw new AuthError('webauthn_challenge_not_found')
  if (taken.created_at.getTime() + CHALLENGE_MS >= Date.now()) return taken.challenge
  throw new AuthError('webauthn_challenge_expired')
}

function passkeysOf(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return sql<PasskeyRow>`select * from auth.passkeys
    where user_id = ${userId} order by created_at, id`.many(db)
}

function presentPasskey({
  id,
  friendly_name,
  created_at,
  last_used_at,
}: PasskeyRow): Record<string, unknown> {
  return {
    id,
    ...(friendly_name === null ? {} : { friendly_name }),
    created_at: created_at.toISOString(),
    ...(last_used_at === null ? {} : { last_used_at: last_used_at.toISOString() }),
  }
}

function credentialOf(row: PasskeyRow): StoredCredential {
  const publicKey = row.public_key.toString('base64url')
  return { id: row.credential_id, publicKey, counter: Number(row.counter), transports: row.transports }
}

/** Throws 404 `webauthn_credential_not_found`. */
async function deletePasskey(
  db: Queryable,
  { userId, passkeyId, actorId }: { userId: string; passkeyId: string; actorId?: string | undefined },
): Promise<void> {
  const deleted = await sql`delete from auth.passkeys where id = ${passkeyId} and user_id = ${userId}`.run(db)
  if (deleted === 0) throw new AuthError('webauthn_credential_not_found')
  await audit(db, 'passkey_deleted', userId, { actorId })
}
