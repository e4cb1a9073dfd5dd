import { audit } from '../../audit.ts'
import { many, one, run } from '../../database.ts'
import type { Queryable } from '../../database.ts'
import { AuthError } from '../../errors.ts'
import type { StoredCredential } from './ceremony.ts'

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
  await audit(db, { action: 'passkey_deleted', userId: ids.userId, actorId: ids.actorId })
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
  return new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')
}
