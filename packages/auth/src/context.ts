import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { TokenVerifier } from './access-token.ts'
import type { AccountPolicy, Mailer, Reach, RecordDeletion, SmsSender } from './accounts/ports.ts'
import type { KeySet } from './keys.ts'
import type { EmptyBuckets } from './limits/empty-buckets.ts'
import type { FactorKind, FactorType } from './mfa/kind.ts'
import type { FindProvider, VerifyIdToken } from './oauth/provider.ts'
import type { PasswordHasher } from './passwords/hasher.ts'
import type { Settings } from './settings.ts'

/** Resolves to true when a captcha answer is good. `ip` is the client's address. */
export type CaptchaCheck = (token: string, ip: string) => Promise<boolean>

/** A sink for operators. Messages never hold tokens, codes or passwords. */
export interface Log {
  error(fields: Record<string, unknown>, message: string): void
}

/** The fields of an answer in JSON. */
export type Answer = Record<string, unknown>

/** Opens a session for the body of a request to POST /token. */
export type Grant = (request: FastifyRequest) => Promise<Answer>

/** The settings, ports and shared services of all flows: built once in `service.ts`. */
export interface AuthContext {
  readonly pool: Pool
  readonly keys: KeySet
  readonly verifyToken: TokenVerifier
  readonly settings: Settings
  readonly emptyBuckets: EmptyBuckets
  readonly autoconfirmEmail: boolean
  readonly passwords: PasswordHasher
  readonly mailer: Mailer | undefined
  readonly sms: SmsSender | undefined
  readonly checkCaptcha: CaptchaCheck | undefined
  readonly accountPolicy: AccountPolicy | undefined
  readonly recordDeletion: RecordDeletion
  readonly fetch: typeof fetch
  readonly findProvider: FindProvider
  readonly findIdTokenVerifier: (name: string) => VerifyIdToken | undefined
  /** The grants of POST /token by `grant_type`; each flow adds its own. */
  readonly grants: Map<string, Grant>
  /** The kinds of second factor; each flow adds its own. */
  readonly factorKinds: Map<FactorType, FactorKind>
  /** Set by the extra for phones. */
  phone: Reach | undefined
  readonly log: Log
  /** Runs work after the answer, so that its duration reveals nothing to the client. Failures are logged. */
  readonly inBackground: (what: string, work: () => Promise<void>) => void
}
