import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { audit } from '../../audit.ts'
import type { AuthContext } from '../../context.ts'
import { lockForChange, requireLevel, requireMayChange } from '../../credentials/guard.ts'
import { duplicateKey, inTransaction, many, one, type Queryable, run } from '../../database.ts'
import { AuthError } from '../../errors.ts'
import { type Authenticated, requireAdmin, requireUser } from '../../http/bearer.ts'
import { readBody, readId, requireCaptcha } from '../../http/body.ts'
import { clientOf } from '../../http/client-request.ts'
import { notify } from '../../mail/send.ts'
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
  type StoredCredential,
  verificationFailed,
} from './ceremony.ts'

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
      await audit(tx, 'passkey_added', user.id, { ip: request.ip })
      return insertPasskey(tx, user.id, credential)
    }).catch((error: unknown) => {
      if (duplicateKey(error) === undefined) throw error
      throw new AuthError('webauthn_credential_exists')
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
      if (isBanned(owner)) throw new AuthError('user_banned')
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
  if (taken === undefined) throw new AuthError('webauthn_challenge_not_found')
  if (taken.createdAt.getTime() + CHALLENGE_MS >= Date.now()) return taken.challenge
  throw new AuthError('webauthn_challenge_expired')
}

function challengeAnswer(challengeId: string, options: unknown): Record<string, unknown> {
  return { challenge_id: challengeId, options, expires_at: Math.floor((Date.now() + CHALLENGE_MS) / 1000) }
}

/** The signed-in owner of passkeys: a permanent account. */
async function requireOwner(ctx: AuthContext, request: FastifyRequest): Promise<Authenticated> {
  const caller = await requireUser(ctx, request)
  if (caller.user.is_anonymous)
    throw new AuthError('no_authorization', 'Anonymous users cannot have passkeys', { status: 403 })
  return caller
}

function tooMany(): AuthError {
  return new AuthError('too_many_passkeys')
}

function administrationRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/admin/users/:user_id/passkeys', async (request) => {
    await requireAdmin(ctx, request)
    const userId = readId(request, 'user_id')
    const user = await one(ctx.pool, 'select 1 from auth.users where id = $1 and deleted_at is null', [
      userId,
    ])
    if (user === undefined) throw new AuthError('user_not_found')
    return listPasskeys(ctx.pool, userId)
  })

  app.delete('/admin/users/:user_id/passkeys/:passkey_id', async (request, reply) => {
    const { actorId } = await requireAdmin(ctx, request)
    const ids = { userId: readId(request, 'user_id'), passkeyId: readId(request, 'passkey_id'), actorId }
    await inTransaction(ctx.pool, (tx) => deletePasskey(tx, ids))
    return reply.code(204).send()
  })
}

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

export interface Passkey {
  id: string
  userId: string
  credential: StoredCredential
}

/** The user's passkeys as clients see them. */
export async function listPasskeys(db: Queryable, userId: string): Promise<Record<string, unknown>[]> {
  const rows = await many<PasskeyRow>(
    db,
    'select * from auth.passkeys where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows.map(presentPasskey)
}

export function presentPasskey(row: PasskeyRow): Record<string, unknown> {
  return {
    id: row.id,
    ...(row.friendly_name === null ? {} : { friendly_name: row.friendly_name }),
    created_at: row.created_at.toISOString(),
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at.toISOString() }),
  }
}

/** The credentials a user has registered. */
export async function credentialsOf(db: Queryable, userId: string): Promise<StoredCredential[]> {
  const rows = await many<PasskeyRow>(db, 'select * from auth.passkeys where user_id = $1', [userId])
  return rows.map(credentialOf)
}

/** The passkey of a credential, locked so that its counter is checked by one sign-in at a time. */
export async function findPasskey(db: Queryable, credentialId: string): Promise<Passkey | undefined> {
  const row = await one<PasskeyRow>(db, 'select * from auth.passkeys where credential_id = $1 for update', [
    credentialId,
  ])
  return row === undefined ? undefined : { id: row.id, userId: row.user_id, credential: credentialOf(row) }
}

/** Throws the driver's duplicate-key failure when the credential is registered already. */
export async function insertPasskey(
  db: Queryable,
  userId: string,
  credential: StoredCredential,
): Promise<Record<string, unknown>> {
  const row = await one<PasskeyRow>(
    db,
    `insert into auth.passkeys (user_id, credential_id, public_key, counter, transports) values ($1, $2, $3, $4, $5) returning *`,
    [
      userId,
      credential.id,
      Buffer.from(credential.publicKey, 'base64url'),
      credential.counter,
      credential.transports,
    ],
  )
  if (row === undefined) throw new Error('insert returned no row')
  return presentPasskey(row)
}

export async function recordUse(db: Queryable, passkeyId: string, counter: number): Promise<void> {
  await run(
    db,
    'update auth.passkeys set counter = $2, last_used_at = now(), updated_at = now() where id = $1',
    [passkeyId, counter],
  )
}

export async function renamePasskey(
  db: Queryable,
  ids: { userId: string; passkeyId: string },
  name: string | null,
): Promise<Record<string, unknown>> {
  const row = await one<PasskeyRow>(
    db,
    'update auth.passkeys set friendly_name = $3, updated_at = now() where id = $1 and user_id = $2 returning *',
    [ids.passkeyId, ids.userId, name],
  )
  if (row === undefined) throw unknownPasskey()
  return presentPasskey(row)
}

/** Throws 404 `webauthn_credential_not_found`. */
export async function deletePasskey(
  db: Queryable,
  ids: { userId: string; passkeyId: string; actorId?: string | undefined },
): Promise<void> {
  const deleted = await run(db, 'delete from auth.passkeys where id = $1 and user_id = $2', [
    ids.passkeyId,
    ids.userId,
  ])
  if (deleted === 0) throw unknownPasskey()
  await audit(db, 'passkey_deleted', ids.userId, { actorId: ids.actorId })
}

/** Keeps a challenge for the second half of a ceremony; returns its id. */
export async function saveChallenge(
  db: Queryable,
  challenge: string,
  userId: string | undefined,
): Promise<string> {
  const row = await one<{ id: string }>(
    db,
    'insert into auth.passkey_challenges (user_id, challenge) values ($1, $2) returning id',
    [userId ?? null, challenge],
  )
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

/** Takes a challenge, which can be answered only once, right or wrong. */
export async function takeChallenge(
  db: Queryable,
  challengeId: string,
  userId: string | undefined,
): Promise<{ challenge: string; createdAt: Date } | undefined> {
  const row = await one<{ challenge: string; created_at: Date }>(
    db,
    'delete from auth.passkey_challenges where id = $1 and user_id is not distinct from $2 returning challenge, created_at',
    [challengeId, userId ?? null],
  )
  return row === undefined ? undefined : { challenge: row.challenge, createdAt: row.created_at }
}

function credentialOf(row: PasskeyRow): StoredCredential {
  const publicKey = row.public_key.toString('base64url')
  return { id: row.credential_id, publicKey, counter: Number(row.counter), transports: row.transports }
}

function unknownPasskey(): AuthError {
  return new AuthError('webauthn_credential_not_found')
}
