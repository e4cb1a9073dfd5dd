import type { Database } from '@antojo/db/database'
import type { Config } from '../config/config.ts'
import { listAccounts, setAdministrator, signOutAccount } from '../features/admin/service.ts'
import { withDatabase } from './open-database.ts'

const USAGE =
  'antojo user list | antojo user admin EMAIL|ID | antojo user no-admin EMAIL|ID | antojo user sign-out EMAIL|ID|--all'

/** `antojo user …`: lists accounts, appoints administrators and ends sessions. Returns the exit code. */
export async function userCommand(config: Config, args: readonly string[]): Promise<number> {
  const [verb, account] = args
  if (verb === 'list') return withDatabase(config, list)
  if (verb === 'sign-out' && account !== undefined) return signOut(config, account)
  if ((verb !== 'admin' && verb !== 'no-admin') || account === undefined) {
    console.error(USAGE)
    return 64
  }
  return withDatabase(config, async (database) => {
    const outcome = await setAdministrator(database, account, verb === 'admin')
    if (outcome !== 'done') console.error(problemOf(outcome, account))
    if (verb === 'no-admin' && isNamed(config, account))
      console.error(`ADMIN_EMAILS still names ${account} as an administrator.`)
    return outcome === 'done' ? 0 : 1
  })
}

function signOut(config: Config, account: string): Promise<number> {
  return withDatabase(config, async (database) => {
    const ended = await signOutAccount(database, account === '--all' ? null : account)
    if (typeof ended === 'number') console.log(`${ended} sessions ended`)
    else console.error(problemOf(ended, account))
    return typeof ended === 'number' ? 0 : 1
  })
}

function problemOf(outcome: 'unknown' | 'several', account: string): string {
  return outcome === 'unknown'
    ? `No account has the address or id ${account}.`
    : `Several accounts have the address ${account}: use the id that "antojo user list" shows.`
}

function isNamed({ settings }: Config, email: string): boolean {
  return settings.ADMIN_EMAILS.some((named) => named.toLowerCase() === email.toLowerCase())
}

async function list(database: Database): Promise<number> {
  for (const { id, email, is_admin: admin } of await listAccounts(database)) {
    console.log([id, email ?? '-', admin ? 'admin' : ''].join('\t').trimEnd())
  }
  return 0
}
