import type { AdminMetrics, ProviderHealth } from '@antojo/contract/admin'
import type { Database } from '@antojo/db/database'
import { AppError } from '../../core/app-error.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { User } from '../../http/request-scope.ts'
import type { JobQueue } from '../../jobs/port.ts'
import { accounts, findAccounts, isAdministrator, readFigures, writeAdministrator } from './repo.ts'

export interface AdminDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly adminEmails: readonly string[]
  readonly providerHealth: () => ProviderHealth[]
  readonly budgets: Pick<Budgets, 'use'>
}

export interface Admin {
  metrics(user: User, hours: number): Promise<AdminMetrics>
}

/** The operator's figures, for administrators only. */
export function createAdmin(deps: AdminDeps): Admin {
  const emails = deps.adminEmails.map((email) => email.toLowerCase())
  return {
    metrics: async (user, hours) => {
      const proven = user.actor.claims['email_verified'] === true
      const named = proven && user.email !== null && emails.includes(user.email.toLowerCase())
      const admin =
        named || (await deps.database.asSystem('check admin', (tx) => isAdministrator(tx, user.id)))
      if (!admin) throw new AppError('forbidden', 'For administrators only.')
      const [figures, queue] = await Promise.all([
        deps.database.asSystem('admin metrics', (tx) => readFigures(tx, hours)),
        deps.jobs.counts(),
      ])
      return { ...figures, queue, providers: deps.providerHealth(), budgets: [...deps.budgets.use()] }
    },
  }
}

export function listAccounts(database: Database) {
  return database.asSystem('list accounts', accounts)
}

/** Gives or takes the flag; `several` when the address is of more than one account, which their ids tell apart. */
export function setAdministrator(
  database: Database,
  emailOrId: string,
  admin: boolean,
): Promise<'done' | 'unknown' | 'several'> {
  return database.asSystem('set administrator', async (tx) => {
    const [account, another] = await findAccounts(tx, emailOrId)
    if (!account) return 'unknown'
    if (another) return 'several'
    await writeAdministrator(tx, account.id, admin)
    return 'done'
  })
}
