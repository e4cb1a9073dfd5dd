import { createHash, randomBytes } from 'node:crypto'
import type { AccountPolicy, AccountRequest, Admission } from '@antojo/auth/accounts/ports'
import type {
  CreatedInvitation,
  Invitation,
  InvitationsResponse,
  SignUpMode,
} from '@antojo/contract/invitations'
import type { Database } from '@antojo/db/database'
import { AppError } from '../../core/app-error.ts'
import type { User } from '../../core/request-scope.ts'
import { type Admin, type AccountInQuestion, accountOf } from '../admin/service.ts'
import {
  findInvitation,
  type InvitationRow,
  isFirstAccount,
  type OwnerConnection,
  readInvitations,
  revokeInvitation,
  spendInvitation,
  writeInvitation,
} from './repo.ts'

export interface InvitationsDeps {
  readonly database: Database
  /** As the operator chose; see `Invitations.mode`. */
  readonly signUp: SignUpMode
  readonly inviters: 'admins' | 'everybody'
  readonly admin: Pick<Admin, 'administers'>
}

export interface Invitations {
  /** Who may sign up now: everybody while there is no account yet, then as the operator chose. */
  mode(): Promise<SignUpMode>
  /** True while nobody has an account. */
  isFirstAccountFree(): Promise<boolean>
  /** What the auth service asks before it makes an account. */
  readonly policy: Pick<AccountPolicy, 'mayCreateAccount' | 'isOpen'>
  list(user: User): Promise<InvitationsResponse>
  create(user: User, maxAccounts: number): Promise<CreatedInvitation>
  revoke(user: User, id: string): Promise<void>
  /** Throws `invitation_invalid` when the token lets nobody in. */
  requireValid(token: string): Promise<void>
}

const unconditional: Admission = { use: () => Promise.resolve(true) }

/** Who may have an account, and the invitations that decide it where not everybody may. */
export function createInvitations(deps: InvitationsDeps): Invitations {
  const { database, signUp } = deps
  let someAccount = false

  const mode = async (): Promise<SignUpMode> => {
    // Once there was an account there always was one.
    someAccount ||= signUp === 'open' || !(await isFirstAccount(database.pool))
    return someAccount ? signUp : 'open'
  }

  const mayInvite = async (account: AccountInQuestion): Promise<boolean> =>
    signUp === 'invite' && (deps.inviters === 'everybody' || (await deps.admin.administers(account)))

  /** An invitation ends with its inviter's right to invite. To their own lists people invite without that right. */
  const isValid = async (db: OwnerConnection, token: string): Promise<boolean> => {
    if (signUp !== 'invite') return false
    const found = await findInvitation(db, hashOf(token))
    return found !== null && (found.kind === 'list' || (await mayInvite(found.inviter)))
  }

  const mayCreateAccount = async ({
    db,
    provider,
    invitation,
  }: AccountRequest): Promise<Admission | null> => {
    if (signUp === 'open' || isTrusted(provider)) return unconditional
    // A visit without address may come often, so it is never the first account.
    if (provider !== 'anonymous' && !someAccount && (await isFirstAccount(db))) return unconditional
    if (invitation === undefined || !(await isValid(db, invitation))) return null
    return { use: () => spendInvitation(db, hashOf(invitation)) }
  }

  return {
    mode,
    isFirstAccountFree: () => isFirstAccount(database.pool),
    policy: { mayCreateAccount, isOpen: async () => (await mode()) === 'open' },
    list: async (user) => ({
      mayInvite: await mayInvite(accountOf(user)),
      invitations: (await database.asSystem('list invitations', (tx) => readInvitations(tx, user.id))).map(
        present,
      ),
    }),
    create: async (user, maxAccounts) => {
      if (!(await mayInvite(accountOf(user)))) throw new AppError('forbidden', 'This account may not invite.')
      const token = randomBytes(32).toString('base64url')
      const invitation = { userId: user.id, tokenHash: hashOf(token), maxAccounts }
      const row = await database.asSystem('make an invitation', (tx) => writeInvitation(tx, invitation))
      return { ...present(row), token }
    },
    revoke: async (user, id) => {
      const found = await database.asSystem('revoke an invitation', (tx) => revokeInvitation(tx, user.id, id))
      if (!found) throw new AppError('not_found', 'No such invitation.')
    },
    requireValid: async (token) => {
      if (!(await isValid(database.pool, token)))
        throw new AppError('invitation_invalid', 'This invitation lets nobody in, or nobody any more.')
    },
  }
}

/** An identity provider of single sign-on is registered by the operator and vouches for its people. */
function isTrusted(provider: string): boolean {
  return provider.startsWith('sso:')
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function present(row: InvitationRow): Invitation {
  return {
    id: row.id,
    accounts: row.accounts,
    maxAccounts: row.max_accounts,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}
