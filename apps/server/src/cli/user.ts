import type { Database } from '@antojo/db/database'
import type { Config } from '../config/config.ts'
import { listAccounts, setAdministrator } from '../features/admin/service.ts'
import { withDatabase } from './open-database.ts'

const usage = 'antojo user list | antojo user admin EMAIL | antojo user no-admin EMAIL'

/** `antojo user …`: who has an account, and who administers. Returns the exit code. */
export async function userCommand(config: Config, args: readonly string[]): Promise<number> {
  const [verb, email] = args
  if (verb === 'list') return withDatabase(config, list)
  if ((verb !== 'admin' && verb !== 'no-admin') || email === undefined) {
    console.error(usage)
    return 64
  }
  const changed = await withDatabase(config, (database) =>
    setAdministrator(database, email, verb === 'admin'),
  )
  if (!changed) console.error(`No profile has the address ${email}; profiles are made at the first sign-in.`)
  return changed ? 0 : 1
}

async function list(database: Database): Promise<number> {
  for (const { id, email, is_admin: admin } of await listAccounts(database)) {
    console.log([id, email ?? '-', admin ? 'admin' : ''].join('\t').trimEnd())
  }
  return 0
}
