import { type Queryable, sql } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { FactorRow } from '../users/row.ts'

/** A factor with its secret. Never leaves the server. */
export interface SecretFactor extends Omit<FactorRow, 'created_at' | 'updated_at' | 'last_challenged_at'> {
  created_at: Date
  user_id: string
  secret: string | null
  web_authn_credential: unknown
  last_totp_step: string | null
  last_challenged_at: Date | null
}

export interface ChallengeRow {
  id: string
  factor_id: string
  same_ip: boolean
  expired: boolean
  code_hash: Buffer | null
  webauthn_challenge: string | null
  failed_attempts: number
  verified_at: Date | null
}

interface NewFactor extends Pick<SecretFactor, 'secret' | 'phone'> {
  userId: string
  type: FactorRow['factor_type']
  name: string
}

export interface NewChallenge {
  factorId: string
  ip: string
  codeHash?: Buffer
  webauthn?: string
}

/** The changes that a right answer makes to its factor. */
export interface VerifiedFields {
  totpStep?: number
  credential?: unknown
  aaguid?: string
}

export const CHALLENGE_S = 300
const UNVERIFIED_S = 300

/** The user's factor, locked, so that verifications of it take turns. Throws 404 `mfa_factor_not_found`. */
export async function requireFactor(
  db: Queryable,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<SecretFactor> {
  const factor = await sql<SecretFactor>`select * from auth.mfa_factors
    where id = ${factorId} and user_id = ${userId} for update`.one(db)
  if (factor === undefined) throw new AuthError('mfa_factor_not_found')
  return factor
}

/** True for an enrolment that was not finished in time. */
export function isStale(factor: SecretFactor): boolean {
  return factor.status === 'unverified' && factor.created_at.getTime() + UNVERIFIED_S * 1000 < Date.now()
}

/** Deletes enrolments that were not finished in time. */
export async function deleteStaleFactors(db: Queryable, userId: string): Promise<void> {
  await sql`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'
      and created_at < now() - make_interval(secs => ${UNVERIFIED_S})`.run(db)
}

/** Throws the driver's duplicate-key failure when the user has a factor of that name. */
export async function insertFactor(
  db: Queryable,
  { userId, type, name, secret, phone }: NewFactor,
): Promise<string> {
  const row = await sql<{ id: string }>`insert into auth.mfa_factors 
      (user_id, factor_type, friendly_name, secret, phone)
    values (${userId}, ${type}, ${name}, ${secret}, ${phone}) returning id`.only(db)
  return row.id
}

/** Deletes a factor; sessions that were raised by it fall back to aal1. */
export async function removeFactor(db: Queryable, ids: { userId: string; factorId: string }): Promise<void> {
  await sql`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now(),
       amr = (select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(amr) entry
              where entry ->> 'method' not in ('totp', 'mfa/phone', 'mfa/webauthn'))
     where user_id = ${ids.userId} and factor_id = ${ids.factorId}`.run(db)
  await sql`delete from auth.mfa_factors where id = ${ids.factorId} and user_id = ${ids.userId}`.run(db)
}

export async function insertChallenge(db: Queryable, challenge: NewChallenge): Promise<string> {
  const { factorId, ip, codeHash = null, webauthn = null } = challenge
  const row = await sql<{ id: string }>`with challenged as (
       update auth.mfa_factors set last_challenged_at = now(), updated_at = now() where id = ${factorId}
     )
     insert into auth.mfa_challenges (factor_id, ip_address, code_hash, webauthn_challenge)
       values (${factorId}, ${ip}, ${codeHash}, ${webauthn}) returning id`.only(db)
  return row.id
}

export function findChallenge(
  db: Queryable,
  ids: { challengeId: string; factorId: string; ip: string },
): Promise<ChallengeRow | undefined> {
  return sql<ChallengeRow>`select *, ip_address = ${ids.ip}::inet as same_ip,
      created_at < now() - make_interval(secs => ${CHALLENGE_S}) as expired
     from auth.mfa_challenges where id = ${ids.challengeId}
       and factor_id = ${ids.factorId} for update`.one(db)
}

/** Records a wrong answer. Call it outside of the transaction that the wrong answer rolls back. */
export async function countFailure(db: Queryable, challengeId: string): Promise<void> {
  await sql`update auth.mfa_challenges set failed_attempts = failed_attempts + 1
      where id = ${challengeId}`.run(db)
}

/** Marks factor and challenge as verified. The first verified factor deletes the others that were begun. */
export async function completeVerification(
  db: Queryable,
  done: VerifiedFields & { factor: SecretFactor; challengeId: string },
): Promise<void> {
  const { factor } = done
  await sql`update auth.mfa_challenges set verified_at = now() where id = ${done.challengeId}`.run(db)
  await sql`update auth.mfa_factors set status = 'verified', updated_at = now(),
      last_totp_step = coalesce(${done.totpStep}, last_totp_step),
       web_authn_credential = coalesce(${done.credential}, web_authn_credential),
         web_authn_aaguid = coalesce(${done.aaguid}, web_authn_aaguid) where id = ${factor.id}`.run(db)
  if (factor.status === 'verified') return
  await sql`delete from auth.mfa_factors where user_id = ${factor.user_id} and status = 'unverified'
      and id <> ${factor.id}`.run(db)
}
