import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { socketUrl } from '@antojo/testing/database'
import { openDatabase } from './database.ts'
import { asSuperuser } from './embedded/provision.ts'
import { startServer } from './embedded/server.ts'
import { databaseProblem, migrate } from './migrate.ts'
import { missingDiskLimit, UnfitDatabase, versionProblem } from './unfit-database.ts'

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

async function problemAt(url: string): Promise<string | null> {
  const database = await openDatabase({ kind: 'postgres', url })
  try {
    return await databaseProblem(database.pool, [])
  } finally {
    await database.close()
  }
}

describe('an own Postgres', () => {
  const host = inject('databaseSocketDir')
  const name = `own_${randomBytes(4).toString('hex')}`
  const url = socketUrl(host, name).replace('antojo@', `${name}@`)
  const asRoot = (statement: string) => asSuperuser({ host }, 'postgres', (root) => root.query(statement))
  beforeAll(async () => {
    await asRoot(`create role ${name} login`)
    await asRoot(`create database ${name}`)
  })
  afterAll(async () => {
    await asRoot(`drop database ${name}`)
    await asRoot(`drop role ${name}`)
  })

  it('whose role lacks a right is refused with the statement that grants it, until it was run', async () => {
    for (const wanted of [`alter database "${name}" owner to "${name}"`, `alter role "${name}" createrole`]) {
      const problem = (await problemAt(url)) ?? ''
      expect(/As a superuser, run: (.*);$/u.exec(problem)?.[1]).toBe(wanted)
      await asRoot(wanted)
    }
  })

  it.each([
    ['SQL_ASCII', 'C'],
    ['LATIN1', 'C'],
    ['UTF8', 'C'],
  ])(
    'that keeps text as %s with %s is refused with the statement that makes another',
    async (code, locale) => {
      const other = `${name}_${code.toLowerCase()}`
      await asRoot(
        `create database ${other} owner ${name} template template0 encoding '${code}' locale '${locale}' locale_provider libc`,
      )
      const problem = (await problemAt(url.replace(`/${name}?`, `/${other}?`))) ?? ''
      expect(problem).toContain(`keeps text as ${code} with ${locale}, which does not know the letters`)
      await asRoot(problem.slice(problem.indexOf('create database')))
      expect(await problemAt(url.replace(`/${name}?`, `/${other}_utf8?`))).not.toContain('letters')
      for (const made of [other, `${other}_utf8`]) await asRoot(`drop database ${made}`)
    },
  )

  it('that holds tables of another program is refused with the statement that makes another', async () => {
    const asOwner = (statement: string) => asSuperuser({ host }, name, (root) => root.query(statement))
    await asOwner('create table users (id int)')
    expect(await problemAt(url)).toMatch(
      /^The database own_\w+ holds tables of another program \(users\)\. .*: create database "own_\w+_antojo" /u,
    )
    await asOwner('drop table users')
  })

  it('with an installation of another owner is refused with that owner', async () => {
    expect(await problemAt(url)).toMatch(
      /^The roles anon, authenticated, service_role, antojo_person of this Postgres were made for another installation, by .*antojo.* Connect as that role here too, or use another Postgres server/u,
    )
    await asRoot(`grant antojo to ${name}`)
    expect(await problemAt(url)).toBeNull()
  })

  it('without a limit for temporary files gets the statement that sets one, until it was run', async () => {
    const missing = async () => {
      const database = await openDatabase({ kind: 'postgres', url })
      try {
        return await missingDiskLimit(database.pool)
      } finally {
        await database.close()
      }
    }
    const statement = await missing()
    expect(statement).toBe(`alter role "${name}" set temp_file_limit = '2GB';`)
    await asRoot(statement ?? '')
    expect(await missing()).toBeNull()
  })
})

it.each([
  ['postgres://ana:secret#1@127.0.0.1/food', /^DATABASE_URL cannot be used \(Invalid URL\): .* %23 for # /u],
  [
    'postgres://ana:secret@127.0.0.1/food?sslmode=verify-full&sslrootcert=/none',
    /^A file that DATABASE_URL .*\/none/u,
  ],
  ['postgres://ana:secret@127.0.0.1:1/food', /^No Postgres answers at 127\.0\.0\.1:1\. .*DATABASE_URL\.$/u],
  [
    'postgres://ana:secret@nowhere.invalid/food',
    /^The host of nowhere\.invalid:5432 is unknown\. .*DATABASE_URL\.$/u,
  ],
])('names the address of %s, and not the password', async (url, expected) => {
  const problem = await problemAt(url)
  expect(problem).toMatch(expected)
  expect(problem).not.toContain('secret')
})

it('names a missing database, with the statement that makes it', async () => {
  expect(await problemAt(socketUrl(inject('databaseSocketDir'), 'nowhere'))).toMatch(
    /has no database nowhere\. .* run there: create database "nowhere" owner "antojo" template template0 encoding 'UTF8' locale 'C\.UTF-8';$/u,
  )
})

it('names the role whose password is refused, and a role without access', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'antojo-passwords-'))
  const admission = join(dir, 'admission')
  await writeFile(admission, 'local all postgres trust\nlocal all ana scram-sha-256\n', { mode: 0o644 })
  await chmod(dir, 0o755)
  const server = await startServer({
    dir: join(dir, 'server'),
    settings: { hba_file: admission, fsync: 'off' },
  })
  try {
    await asSuperuser(server, 'postgres', (root) => root.query("create role ana login password 'right'"))
    const at = (who: string) => `postgres://${who}@/postgres?host=${encodeURIComponent(server.socketDir)}`
    expect(await problemAt(at('ana:secret'))).toMatch(/refuses the password of ana, or .*DATABASE_URL\.$/u)
    expect(await problemAt(at('ana'))).toMatch(/refuses the password of ana, /u)
    expect(await problemAt(at('eva:secret'))).toMatch(/refuses the role eva\. .*pg_hba\.conf, or add /u)
  } finally {
    await server.stop()
    await rm(dir, { recursive: true })
  }
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
      await expect(migrate(database.pool, [])).rejects.toThrow(UnfitDatabase)
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
