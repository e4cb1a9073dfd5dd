import type { Config } from '../config/config.ts'
import { listAccounts, setAdministrator, signOutAccount } from '../features/admin/service.ts'
import { withInstallation } from './open-database.ts'

/** `antojo user list`. Like the other commands here, it returns the exit code. */
export function listUsers(config: Config): Promise<number> {
  return withInstallation(config, async (database) => {
    const accounts = await listAccounts(database)
    if (accounts.length === 0) console.error('Nobody has an account yet.')
    for (const { id, email, is_admin: admin } of accounts)
      console.log([id, email ?? '-', admin ? 'admin' : ''].join('\t').trimEnd())
    return 0
  })
}

/** `antojo user admin` and `no-admin`. */
export function appointUser(config: Config, account: string, isAdmin: boolean): Promise<number> {
  return withInstallation(config, async (database) => {
    const outcome = await setAdministrator(database, account, isAdmin)
    if (outcome !== 'done') console.error(problemOf(outcome, account))
    const named = config.settings.ADMIN_EMAILS.map((each) => each.toLowerCase())
    if (!isAdmin && named.includes(account.toLowerCase()))
      console.error(`ADMIN_EMAILS still names ${account} as an administrator.`)
    return outcome === 'done' ? 0 : 1
  })
}

/** `antojo user sign-out`; null for everybody. */
export function signOutUser(config: Config, account: string | null): Promise<number> {
  return withInstallation(config, async (database) => {
    const ended = await signOutAccount(database, account)
    if (typeof ended === 'number') console.log(`${ended} sessions ended`)
    else console.error(problemOf(ended, account ?? ''))
    return typeof ended === 'number' ? 0 : 1
  })
}

function problemOf(outcome: 'unknown' | 'several', account: string): string {
  return outcome === 'unknown'
    ? `No account has the address or id ${account}.`
    : `Several accounts have the address ${account}: use the id that "antojo user list" shows.`
}
