import { randomBytes } from 'node:crypto'
import type { AccountRequest, Admission } from '@antojo/auth/accounts/ports'
import { sha256 } from '@antojo/auth/secrets'
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
  /** The operator's setting; see `Invitations.mode`. */
  readonly signUp: SignUpMode
  readonly inviters: 'admins' | 'everybody'
  readonly admin: Pick<Admin, 'administers'>
}

export type Invitations = ReturnType<typeof createInvitations>

const unconditional: Admission = { use: () => Promise.resolve(true) }

/** Decides who may create an account, and manages invitations. */
export function createInvitations(deps: InvitationsDeps) {
  const { database, signUp } = deps
  let someAccount = false

  const mode = async (): Promise<SignUpMode> => {
    // The free first account is offered only once, even after all accounts are deleted.
    someAccount ||= signUp === 'open' || !(await isFirstAccount(database.pool))
    return someAccount ? signUp : 'open'
  }

  const mayInvite = async (account: AccountInQuestion): Promise<boolean> =>
    signUp === 'invite' && (deps.inviters === 'everybody' || (await deps.admin.administers(account)))

  /** An invitation ends when its inviter loses the right to invite. An invitation to a list needs no such right. */
  const isValid = async (db: OwnerConnection, token: string): Promise<boolean> => {
    if (signUp !== 'invite') return false
    const found = await findInvitation(db, sha256(token))
    return found !== null && (found.kind === 'list' || (await mayInvite(found.inviter)))
  }

  const mayCreateAccount = async ({
    db,
    provider,
    invitation,
  }: AccountRequest): Promise<Admission | null> => {
    if (signUp === 'open' || isTrusted(provider)) return unconditional
    // An anonymous account is created without anybody's decision, so it cannot become the first account.
    if (provider !== 'anonymous' && !someAccount && (await isFirstAccount(db))) return unconditional
    if (invitation === undefined || !(await isValid(db, invitation))) return null
    return { use: () => spendInvitation(db, sha256(invitation)) }
  }

  return {
    /** The current mode: `open` while there is no account, then the operator's setting. */
    mode,
    /** True while there is no account. */
    isFirstAccountFree: (): Promise<boolean> => isFirstAccount(database.pool),
    /** The auth service consults this before it creates an account. */
    policy: { mayCreateAccount, isOpen: async () => (await mode()) === 'open' },
    list: async (user: User): Promise<InvitationsResponse> => ({
      mayInvite: await mayInvite(accountOf(user)),
      invitations: (await database.asPerson(user.actor, (tx) => readInvitations(tx, user.id))).map(present),
    }),
    create: async (user: User, maxAccounts: number): Promise<CreatedInvitation> => {
      if (!(await mayInvite(accountOf(user)))) throw new AppError('forbidden', NO_INVITATION[signUp])
      const token = randomBytes(32).toString('base64url')
      const invitation = { userId: user.id, tokenHash: sha256(token), maxAccounts }
      const row = await database.asPerson(user.actor, (tx) => writeInvitation(tx, invitation))
      return { ...present(row), token }
    },
    revoke: async (user: User, id: string) => {
      const found = await database.asPerson(user.actor, (tx) => revokeInvitation(tx, user.id, id))
      if (!found) throw new AppError('not_found', 'No such invitation.')
    },
    /** Throws `invitation_invalid` when the token admits nobody. */
    requireValid: async (token: string) => {
      if (!(await isValid(database.pool, token)))
        throw new AppError('invitation_invalid', 'This invitation is not valid, or not any more.')
    },
  }
}

/** Why nobody, or not this account, may invite in each mode. */
const NO_INVITATION: Readonly<Record<SignUpMode, string>> = {
  open: 'Everybody may sign up here, so nobody needs an invitation.',
  closed: 'Nobody may sign up here, with or without an invitation.',
  invite: 'Only administrators may invite here.',
}

/** The operator registers identity providers for single sign-on, and trusts them to choose people. */
function isTrusted(provider: string): boolean {
  return provider.startsWith('sso:')
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
