import { z } from 'zod'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import type { FactorRow, UserRow } from '../users/row.ts'
import type { ChallengeRow, NewChallenge, SecretFactor, VerifiedFields } from './repo.ts'

export type FactorType = FactorRow['factor_type']

export const enrollSchema = z.object({
  factor_type: z.string().optional(),
  friendly_name: z.string().max(255).default(''),
  issuer: z.string().max(255).optional(),
  phone: z.string().optional(),
})

export const challengeSchema = z.object({ channel: z.enum(['sms', 'whatsapp']).default('sms').catch('sms') })

export const verifySchema = z.object({
  challenge_id: z.guid().optional(),
  code: z.string().optional(),
  webauthn: z
    .looseObject({ type: z.enum(['create', 'request']), credential_response: z.unknown() })
    .optional(),
})

/** The fields that a new factor or challenge stores, and those that the client gets. */
interface Begun<Stored> {
  readonly stored: Stored
  readonly shown: Record<string, unknown>
}

export interface Judged {
  readonly factor: SecretFactor
  readonly challenge: ChallengeRow
  readonly body: z.output<typeof verifySchema>
}

/** One kind of second factor. Authenticator apps are built in; the others are extras. */
export interface FactorKind {
  enroll(
    user: UserRow,
    body: z.output<typeof enrollSchema>,
  ): Promise<Begun<Pick<SecretFactor, 'secret' | 'phone'>>>
  challenge(request: {
    readonly factor: SecretFactor
    readonly user: UserRow
    readonly client: ClientRequest
    readonly channel: 'sms' | 'whatsapp'
  }): Promise<Begun<Pick<NewChallenge, 'codeHash' | 'webauthn'>>>
  /** Throws `wrongAnswer`, or returns what changes with a right one. */
  judge(answer: Judged): Promise<VerifiedFields>
}

interface Kinds {
  readonly settings: { readonly mfa: Record<FactorType, { enroll: boolean; verify: boolean }> }
  readonly factorKinds: ReadonlyMap<FactorType, FactorKind>
}

/** Throws 422 `mfa_…_not_enabled` where this kind is off. */
export function requireKind(ctx: Kinds, type: FactorType, what: 'enroll' | 'verify'): FactorKind {
  const kind = ctx.settings.mfa[type][what] ? ctx.factorKinds.get(type) : undefined
  if (kind !== undefined) return kind
  throw new AuthError(`mfa_${type}_${what}_not_enabled`)
}

export function wrongAnswer(message: string): AuthError {
  return new AuthError('mfa_verification_failed', message)
}
