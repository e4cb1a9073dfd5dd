import { randomBytes } from 'node:crypto'
import { sha256 } from '@antojo/auth/secrets'
import {
  type CreatedToken,
  type CreateTokenRequest,
  type PersonalToken,
  TOKEN_PREFIX,
  type TokenScope,
  tokenScope,
} from '@antojo/contract/account'
import type { Database } from '@antojo/db/database'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import type { RequestScope, User } from '../../core/request-scope.ts'
import type { Credentials } from '../credentials/service.ts'
import { deleteToken, isActive, MAX_TOKENS, readTokens, type TokenRow, useToken, writeToken } from './repo.ts'

export interface TokensDeps {
  readonly database: Database
  readonly scope: RequestScope
  readonly credentials: Credentials
}

export type Tokens = ReturnType<typeof createTokens>

export interface TokenOwner {
  readonly user: User
  readonly scopes: readonly TokenScope[]
}

export function createTokens({ database, scope, credentials }: TokensDeps) {
  const ownerOf = async (token: string): Promise<TokenOwner> => {
    const found = await database.asSystem('use a token', (tx) => useToken(tx, sha256(token)))
    if (!found || !(await isActive(database.pool, found.user_id)))
      throw new AppError('session_required', 'This token does not exist, has expired or was revoked.')
    const { user_id: id, scopes } = found
    const actor = { role: 'authenticated', claims: { sub: id, role: 'authenticated' } } as const
    return { user: { id, email: null, actor }, scopes: tokenScope.array().parse(scopes) }
  }
  return {
    list: async (user: User): Promise<readonly PersonalToken[]> =>
      (await database.asPerson(user.actor, (tx) => readTokens(tx, user.id))).map(present),
    /**
     * `language` is that of the mail to the person. Throws `reauthentication_needed` without a recent proof of identity.
     */
    create: async (
      user: User,
      { name, scopes, expiresInDays }: CreateTokenRequest,
      language: string | undefined,
    ): Promise<CreatedToken> => {
      const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
      const wanted = { userId: user.id, name, tokenHash: sha256(token), scopes, expiresInDays }
      const issued = { kind: 'token_issued', language } as const
      const row = await credentials.issue(user, issued, (tx) => writeToken(tx, wanted))
      if (!row) throw new AppError('rate_limited', `An account has at most ${MAX_TOKENS} tokens.`)
      return { ...present(row), token }
    },
    revoke: async (user: User, id: string) => {
      const found = await database.asPerson(user.actor, (tx) => deleteToken(tx, user.id, id))
      if (!found) throw new AppError('not_found', 'No such token.')
    },
    /**
     * The id of the person of a request with a session, or with a personal token of this scope. Only routes that call
     * this or `ownerOf` accept personal tokens: everywhere else they count as invalid access tokens.
     */
    userIdOf: async (request: FastifyRequest, needed: TokenScope): Promise<string> => {
      const token = tokenIn(request)
      if (token === null) return (await scope.user(request)).id
      const { user, scopes } = await ownerOf(token)
      if (!scopes.includes(needed))
        throw new AppError('forbidden', `This token does not have the scope ${needed}.`)
      return user.id
    },
    /** The person and scopes of a request with a personal token; throws `session_required` without one. */
    ownerOf: async (request: FastifyRequest): Promise<TokenOwner> => {
      const token = tokenIn(request)
      if (token === null) throw new AppError('session_required', 'Send a personal token.')
      return ownerOf(token)
    },
    /** False for an account that is banned, deleted or scheduled for deletion. */
    isActive: (userId: string) => isActive(database.pool, userId),
  }
}

function tokenIn({ headers }: FastifyRequest): string | null {
  const token = /^Bearer\s+(?<token>\S+)$/iu.exec(headers.authorization ?? '')?.groups?.['token'] ?? ''
  return token.startsWith(TOKEN_PREFIX) ? token : null
}

function present(row: TokenRow): PersonalToken {
  return {
    id: row.id,
    name: row.name,
    scopes: tokenScope.array().parse(row.scopes),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.expires_at <= new Date(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
