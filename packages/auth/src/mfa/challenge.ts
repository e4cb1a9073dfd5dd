import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { requireLevel } from '../credentials/guard.ts'
import { inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { Authenticated } from '../http/bearer.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitSending } from '../limits/sending.ts'
import { keyedHash, randomDigits } from '../secrets.ts'
import { requireSms, sendCodeSms } from '../sms/send.ts'
import { assertionOptions, credentialSchema, registrationOptions } from '../webauthn/ceremony.ts'
import { CHALLENGE_S, deleteStaleFactors, findFactor, insertChallenge } from './repo.ts'
import type { SecretFactor } from './repo.ts'

export const challengeSchema = z.object({ channel: z.enum(['sms', 'whatsapp']).default('sms').catch('sms') })

interface ChallengeRequest {
  caller: Authenticated
  client: ClientRequest
  factorId: string
  channel: 'sms' | 'whatsapp'
}

/** Starts a challenge for a factor. The answer is due within five minutes. */
export async function challenge(
  ctx: AuthContext,
  request: ChallengeRequest,
): Promise<Record<string, unknown>> {
  const ids = { userId: request.caller.user.id, factorId: request.factorId }
  const factor = await inTransaction(ctx.pool, async (tx) => {
    await deleteStaleFactors(tx, ids.userId)
    return findFactor(tx, ids)
  })
  if (factor === undefined) throw unknownFactor()
  if (factor.status === 'unverified') requireLevel(request.caller.user, request.caller.aal)
  requireVerifyEnabled(ctx, factor.factor_type)
  const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_S
  const base = { type: factor.factor_type, expires_at: expiresAt }
  if (factor.factor_type === 'phone') return { id: await challengePhone(ctx, factor, request), ...base }
  if (factor.factor_type === 'totp') {
    return { id: await insertChallenge(ctx.pool, { factorId: factor.id, ip: request.client.ip }), ...base }
  }
  const { id, webauthn } = await challengeWebauthn(ctx, factor, request)
  return { id, ...base, webauthn }
}

/** The database stores this instead of an SMS code. */
export function phoneCodeHash(ctx: Pick<AuthContext, 'keys'>, factorId: string, code: string): Buffer {
  return keyedHash(ctx.keys.pepper, 'mfa code', factorId, code)
}

/** Throws 422 `mfa_…_verify_not_enabled`. */
export function requireVerifyEnabled(ctx: AuthContext, type: SecretFactor['factor_type']): void {
  if (ctx.settings.mfa[type].verify) return
  throw new AuthError(422, `mfa_${type}_verify_not_enabled`, `MFA verification is disabled for ${type}`)
}

export function unknownFactor(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

async function challengePhone(
  ctx: AuthContext,
  factor: SecretFactor,
  request: ChallengeRequest,
): Promise<string> {
  const phone = factor.phone ?? ''
  requireSms(ctx, phone)
  const { caller, client } = request
  await limitSending(ctx, 'sms', { kind: `factor ${factor.id}`, to: { id: caller.user.id }, client })
  const code = ctx.settings.sms.testCodes[phone] ?? randomDigits(ctx.settings.sms.otpLength)
  await sendCodeSms(ctx, { to: phone, code, channel: request.channel, client: request.client })
  const codeHash = phoneCodeHash(ctx, factor.id, code)
  return insertChallenge(ctx.pool, { factorId: factor.id, ip: request.client.ip, codeHash })
}

async function challengeWebauthn(
  ctx: AuthContext,
  factor: SecretFactor,
  request: ChallengeRequest,
): Promise<{ id: string; webauthn: Record<string, unknown> }> {
  const { user } = request.caller
  const known = credentialSchema.safeParse(factor.web_authn_credential)
  const name = user.email ?? user.phone ?? user.id
  const options = known.success
    ? await assertionOptions(ctx, [known.data])
    : await registrationOptions(ctx, { userId: user.id, name, known: [], discoverable: false })
  const id = await insertChallenge(ctx.pool, {
    factorId: factor.id,
    ip: request.client.ip,
    webauthn: options.challenge,
  })
  return {
    id,
    webauthn: { type: known.success ? 'request' : 'create', credential_options: { publicKey: options } },
  }
}
