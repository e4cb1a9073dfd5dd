import { endSessions } from '@antojo/auth/sessions/own-sessions'
import type { AdminMetrics, BudgetUse, ProviderHealth, ServiceTestResponse } from '@antojo/contract/admin'
import type { MapChoice, MapStatus } from '@antojo/contract/map'
import type { Database } from '@antojo/db/database'
import type { Decoders } from '../../adapters/decoder/decoders.ts'
import type { Config } from '../../config/config.ts'
import { AppError } from '../../core/app-error.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { User } from '../../core/request-scope.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import type { MapService } from '../map/service.ts'
import type { ServiceHealth } from '../services/service.ts'
import type { Backups } from '../backups/service.ts'
import { reportInstallation } from './installation.ts'
import { accounts, findAccounts, isAdministrator, readFigures, writeAdministrator } from './repo.ts'

export interface AdminDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly config: Config
  readonly providerHealth: () => ProviderHealth[]
  readonly backups: Pick<Backups, 'report' | 'request'>
  readonly budgets: Pick<Budgets, 'use'>
  readonly spending: { use(): Promise<readonly BudgetUse[]> }
  readonly services: ServiceHealth
  readonly decoders: Pick<Decoders, 'confinement'>
  readonly map: Pick<MapService, 'status' | 'choose'>
}

/** The facts that decide whether an account is an administrator. */
export interface AccountInQuestion {
  readonly id: string
  /** Null unless the person has proven the address. */
  readonly provenEmail: string | null
}

export type Admin = ReturnType<typeof createAdmin>

/** The operator's figures, for administrators only. */
export function createAdmin(deps: AdminDeps) {
  const emails = deps.config.settings.ADMIN_EMAILS.map((email) => email.toLowerCase())
  const administers = async ({ id, provenEmail }: AccountInQuestion): Promise<boolean> =>
    (provenEmail !== null && emails.includes(provenEmail.toLowerCase())) ||
    deps.database.asSystem('check admin', (tx) => isAdministrator(tx, id))
  const requireAdministrator = async (user: User): Promise<void> => {
    if (!(await administers(accountOf(user)))) throw new AppError('forbidden', 'For administrators only.')
  }
  return {
    /** Whether the account has the flag, or a proven address from ADMIN_EMAILS. */
    administers,
    /** Tries a configured service once. */
    testService: async (user: User, service: string): Promise<ServiceTestResponse> => {
      await requireAdministrator(user)
      return deps.services.test(service)
    },
    /** Starts a backup; the metrics show when it is made. */
    requestBackup: async (user: User) => {
      await requireAdministrator(user)
      await deps.backups.request()
    },
    /** Shows or hides the streets of OpenFreeMap, for everybody. */
    chooseMap: async (user: User, choice: MapChoice): Promise<MapStatus> => {
      await requireAdministrator(user)
      return deps.map.choose(choice)
    },
    metrics: async (user: User, hours: number): Promise<AdminMetrics> => {
      await requireAdministrator(user)
      const [figures, queue, spent, decoding] = await Promise.all([
        deps.database.asSystem('admin metrics', (tx) => readFigures(tx, hours)),
        deps.jobs.counts(),
        deps.spending.use(),
        deps.decoders.confinement(),
      ])
      return {
        ...figures,
        queue,
        providers: deps.providerHealth(),
        services: deps.services.list(),
        budgets: [...deps.budgets.use(), ...spent],
        decoding,
        map: deps.map.status(),
        installation: await reportInstallation(deps.config, deps, decoding),
      }
    },
  }
}

/** The account behind a session. */
export function accountOf(user: User): AccountInQuestion {
  const proven = user.actor.claims['email_verified'] === true
  return { id: user.id, provenEmail: proven ? user.email : null }
}

export function listAccounts(database: Database) {
  return database.asSystem('list accounts', accounts)
}

/** Ends every session of the account, or of everybody for null. Returns their number, or the reason for none. */
export async function signOutAccount(
  database: Database,
  emailOrId: string | null,
): Promise<number | 'unknown' | 'several'> {
  if (emailOrId === null) return endSessions(database.pool, null)
  const [account, another] = await database.asSystem('sign an account out', (tx) =>
    findAccounts(tx, emailOrId),
  )
  if (!account) return 'unknown'
  return another ? 'several' : endSessions(database.pool, account.id)
}

/** Sets or clears the flag; `several` when more than one account has the address. */
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
