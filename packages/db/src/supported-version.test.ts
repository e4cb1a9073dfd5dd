import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { UnsupportedPostgres, versionProblem } from './supported-version.ts'

const run = promisify(execFile)
/** The Postgres of Debian 12. */
const OLD = '/usr/lib/postgresql/15/bin'

it.each([
  ['18.4', true],
  ['16.0', true],
  ['17beta1', true],
  ['15.18 (Debian 15.18-0+deb12u1)', false],
  ['9.6.24', false],
  ['', false],
])('decides about Postgres %s', (version, isSupported) => {
  expect(versionProblem(version) === null).toBe(isSupported)
})

it.skipIf(!existsSync(OLD))(
  'refuses a server that is too old before it changes anything (skipped without Debian’s postgresql-15)',
  { tags: 'slow' },
  async () => {
    const old = await startOldServer()
    const database = await openDatabase({
      kind: 'postgres',
      url: `postgres://owner@/postgres?host=${encodeURIComponent(old.dir)}`,
    })
    try {
      await expect(migrate(database.pool, [])).rejects.toThrow(UnsupportedPostgres)
      await expect(migrate(database.pool, [])).rejects.toThrow(/^Postgres 15\..* needs 16 or newer/u)
      const { rows } = await database.pool.query(
        `select (select count(*)::int from pg_roles where rolname = 'anon') as roles,
           to_regclass('migrations.applied') as record`,
      )
      expect(rows).toEqual([{ roles: 0, record: null }])
    } finally {
      await database.close()
      await old.stop()
    }
  },
)

/** Postgres refuses to run as root, so root starts it as Debian's user `postgres`. */
async function startOldServer() {
  const dir = await mkdtemp(join(tmpdir(), 'antojo-old-'))
  const identity = userInfo().uid === 0 ? await postgresUser() : null
  if (identity !== null) await chown(dir, identity.uid, identity.gid)
  const options = { ...identity, cwd: dir }
  await run(join(OLD, 'initdb'), ['-D', 'data', '-U', 'owner', '--auth=trust', '--no-sync'], options)
  const settings = `-c listen_addresses= -c unix_socket_directories=${dir} -c fsync=off`
  const control = join(OLD, 'pg_ctl')
  await run(control, ['-D', 'data', '-l', 'log', '-w', '-o', settings, 'start'], options)
  return {
    dir,
    stop: async () => {
      await run(control, ['-D', 'data', '-m', 'immediate', 'stop'], options)
      await rm(dir, { recursive: true })
    },
  }
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}
