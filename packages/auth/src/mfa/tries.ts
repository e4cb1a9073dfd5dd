import type { AuthContext } from '../context.ts'
import { one } from '../database.ts'
import type { Queryable } from '../database.ts'
import { AuthError } from '../errors.ts'
import { giveBack, takeTokens } from '../limits/buckets.ts'
import { limitGuess, limitOwnGuess } from '../limits/guesses.ts'
import { isKnownDevice } from '../limits/known-origins.ts'
import type { Origin } from '../limits/known-origins.ts'
import { notify } from '../mail/notify.ts'
import type { ClientRequest } from '../http/client-request.ts'
import type { UserRow } from '../users/row.ts'
import type { SecretFactor } from './repo.ts'

/** One counted try to answer a challenge. */
export interface Try {
  /** Gives the try back, because only wrong answers count. */
  forgive(): Promise<void>
}

/** True for two codes of an authenticator app in a row, which cannot be guessed. */
export function isPair(code: string | undefined): boolean {
  return /^\d{12}$/.test(code ?? '')
}

/**
 * Counts a try. A client that tries codes already has the first factor, so a day allows few: for all strangers
 * together, and for each device of the account. When they are used up, two codes of an authenticator app in a row still
 * open the account from anywhere, so guesses lock nobody out.
 */
export async function countTry(
  ctx: AuthContext,
  factor: SecretFactor,
  answer: { code: string | undefined; client: Origin },
): Promise<Try> {
  const { client, code } = answer
  // The caller knows the secret of a factor that was only begun.
  if (factor.factor_type === 'webauthn' || factor.status === 'unverified')
    return limitOwnGuess(ctx, 'factor', factor.user_id, client)
  if (factor.factor_type === 'totp' && isPair(code)) return { forgive: async () => undefined }
  const holder = { id: factor.user_id }
  const guess = await limitGuess(ctx, 'factor', holder, client)
  if (!guess.mayPass) throw exhausted(factor)
  const isOwner = await isKnownDevice(ctx, holder, client)
  const place = isOwner ? ['device', client.device?.id ?? ''] : ['strangers']
  const draw = { bucket: ctx.settings.mfa.wrongCodes, key: ['wrong codes', factor.user_id, ...place] }
  if ((await takeTokens(ctx, [draw])).length === 0) throw exhausted(factor)
  return {
    async forgive() {
      await guess.forgive()
      await giveBack(ctx, [draw])
    },
  }
}

function exhausted({ factor_type: type }: SecretFactor): AuthError {
  if (type === 'phone') return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  const text = 'Too many wrong codes were entered: enter two codes in a row'
  return new AuthError(403, 'mfa_verification_rejected', text)
}

/** Wrong codes of the last month since the last right one. */
export async function countFailures(db: Queryable, userId: string): Promise<number> {
  const row = await one<{ failures: number }>(
    db,
    `select count(*)::int as failures from auth.audit_log_entries
     where user_id = $1 and action = 'factor_failed' and created_at > now() - interval '30 days'
       and created_at > coalesce((select max(created_at) from auth.audit_log_entries
         where user_id = $1 and action = 'factor_verified'), '-infinity')`,
    [userId],
  )
  return row?.failures ?? 0
}

/** So many wrong codes are no typing errors: somebody else has the password. */
const ALARMING = 5
const ONCE_A_DAY = { burst: 1, perSeconds: 86_400 }

/** Mails the owner, once a day, that somebody knows the password and fails at the second step. */
export async function raiseAlarm(ctx: AuthContext, user: UserRow, client: ClientRequest): Promise<void> {
  if ((await countFailures(ctx.pool, user.id)) < ALARMING) return
  const isFirst = await takeTokens(ctx, [{ bucket: ONCE_A_DAY, key: ['wrong codes alarm', user.id] }])
  if (isFirst.length === 1) notify(ctx, { kind: 'wrong_codes', user, client })
}
