import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { startCityRelease } from '@antojo/testing/overture/city-release'
import type { ReleaseServer } from '@antojo/testing/overture/release-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type ChatServer, startChatServer } from '@antojo/testing/services/chat-server'
import { type Sandbox, startSandbox } from '@antojo/testing/sandbox/sandbox'
import { pino } from 'pino'
import { z } from 'zod'
import { recordBackup } from '../features/backups/last-backup.ts'
import { readConfig } from '../config/config.ts'
import { startNode } from '../run.ts'
import { checkCommand } from './check.ts'

let dir: string
let url: string
let close: () => Promise<void>
let printed: string[]
let sandbox: Sandbox
let model: ChatServer
let overture: ReleaseServer
beforeAll(async () => {
  sandbox = await startSandbox()
  model = await startChatServer('openai')
  overture = await startCityRelease()
  dir = await mkdtemp(join(tmpdir(), 'antojo-check-'))
  const database = await createTestDatabase()
  url = database.pool.options.connectionString ?? ''
  close = () => database.close()
})
afterAll(async () => {
  await close()
  await sandbox.close()
  await model.close()
  await overture.close()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => vi.restoreAllMocks())

const good = () => ({ ...sandbox.env, DATA_DIR: dir, DATABASE_URL: url, OVERTURE_URL: overture.url })

it('reports Node, database and disk when all works', async () => {
  expect(await checkCommand(good())).toBe(0)
  const text = printed.join('\n')
  expect(text).toContain(`Node: ${process.version}`)
  expect(text).toMatch(/Database: Postgres 1\d.*from DATABASE_URL/u)
  expect(text).toMatch(/GiB are free/u)
  expect(text).not.toContain('FAILED')
})

it('says where backups cannot be written, also before anybody has an account', async () => {
  const file = join(dir, 'file')
  await writeFile(file, '')
  const backups = async (BACKUP_DIR: string) => (await reportOf({ BACKUP_DIR }))('Backup directory')
  expect(await backups(join(dir, 'backups'))).toMatchObject({ level: 'ok' })
  expect(await backups(join(file, 'backups'))).toMatchObject({
    level: 'failed',
    text: `${join(file, 'backups')} cannot be written: ${file} is not a folder.`,
    advice: 'Set BACKUP_DIR to a folder that this user can write.',
  })
  await rm(file)
  expect(await readdir(dir)).toEqual([])
})

it.runIf(process.platform === 'linux')('a folder that rights allow and the system denies fails', async () => {
  const found = await reportOf({ DATA_DIR: '/proc/none', BACKUP_DIR: '/proc/none' })
  expect(found('Data directory')).toMatchObject({ level: 'failed' })
  expect(found('Backup directory')).toMatchObject({ level: 'failed' })
})

it('warns when people have no backup of the last week, and of where it looked before the first start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'antojo-check-'))
  const backup = async () => (await reportOf({ DATA_DIR: dataDir }))('Backup')
  expect(await backup()).toMatchObject({ level: 'off', text: 'Nobody has an account yet.' })
  const database = await openDatabase({ kind: 'postgres', url })
  await database.pool.query(
    `insert into auth.users (id, email) values (gen_random_uuid(), 'ana@antojo.test')`,
  )
  await database.close()
  expect(await backup()).toMatchObject({ level: 'warning', text: 'No backup was made.' })
  const made = { file: '/backups/antojo.tar.gz', people: 1, videos: 0, pictures: 0, bytes: 1 }
  await recordBackup(dataDir, { ...made, madeAt: new Date() })
  expect(await backup()).toMatchObject({ level: 'ok', text: expect.stringContaining(made.file) })
  await recordBackup(dataDir, { ...made, madeAt: new Date(Date.now() - 8 * 24 * 3600 * 1000) })
  expect(await backup()).toMatchObject({ level: 'warning', advice: expect.stringContaining('antojo backup') })
  await rm(dataDir, { recursive: true })
  const before = join(dir, 'not', 'yet')
  expect((await reportOf({ DATA_DIR: before, DATABASE_URL: '' }))('Database')).toMatchObject({ level: 'ok' })
  expect(printed.join('\n')).toContain(`There is no installation in ${before} yet`)
  await expect(stat(join(dir, 'not'))).rejects.toThrow('ENOENT')
})

it('prints the warnings of the start', { tags: 'slow' }, async () => {
  expect(await checkCommand({ ...good(), HOST: '0.0.0.0' })).toBe(0)
  expect(printed.join('\n')).toMatch(/warning Reachability: .*\n +→ .*Set PUBLIC_URL/u)
  expect(printed.join('\n')).toContain('Sign-up: by invitation')
})

it.each([
  ['settings with a problem', () => ({ ...good(), PORT: 'x' }), 'FAILED  Settings'],
  [
    'a database that does not answer',
    () => ({ ...good(), DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }),
    'FAILED  Database',
  ],
  [
    'a data directory that is a file',
    () => ({ ...good(), DATA_DIR: join(dir, 'file') }),
    'FAILED  Data directory',
  ],
])('fails for %s', async (_what, env, expected) => {
  await writeFile(join(dir, 'file'), '')
  expect(await checkCommand(env())).toBe(1)
  expect(printed.join('\n')).toContain(expected)
})

it('says the same about a database as the start does', async () => {
  const database = await createTestDatabase()
  const foreign = database.pool.options.connectionString ?? ''
  try {
    await database.pool.query("update migrations.applied set sha256 = 'x' where name = '0001_people.sql'")
    const started = await startNode(
      readConfig({ ...good(), DATABASE_URL: foreign }),
      pino({ level: 'silent' }),
    ).catch((error: unknown) => (error instanceof Error ? error.message : ''))
    expect(started).toContain('No release of Antojo')
    expect((await reportOf({ DATABASE_URL: foreign }))('Database')).toEqual({
      name: 'Database',
      level: 'failed',
      text: started,
    })
  } finally {
    await database.close()
  }
})

it('finds nothing wrong with a database whose first start was killed', async () => {
  const database = await createTestDatabase()
  try {
    await database.pool.query('drop function app.is_first_account() cascade')
    const found = await reportOf({ DATABASE_URL: database.pool.options.connectionString ?? '' })
    expect(found('Database')).toMatchObject({ level: 'ok' })
  } finally {
    await database.close()
  }
})

it('warns of a replica that does not answer', async () => {
  expect(await checkCommand({ ...good(), DATABASE_REPLICA_URL: 'postgres://x@127.0.0.1:1/x' })).toBe(0)
  expect(printed.join('\n')).toContain(
    'warning Database: No Postgres answers at 127.0.0.1:1. Start it, or correct DATABASE_REPLICA_URL.',
  )
})

it('asks what a variable with a slip was meant to be', async () => {
  expect((await reportOf({ DATABASE_POOOL: '3' }))('Settings')).toMatchObject({
    level: 'warning',
    text: 'DATABASE_POOOL is no setting. Did you mean DATABASE_POOL?',
  })
})

const report = z.object({
  ok: z.boolean(),
  findings: z.array(
    z.object({ name: z.string(), level: z.string(), text: z.string(), advice: z.string().optional() }),
  ),
})

async function reportOf(env: Readonly<Record<string, string>>) {
  printed = []
  const code = await checkCommand({ ...good(), ...env }, { json: true })
  const { ok, findings } = report.parse(JSON.parse(printed.join('\n')))
  expect(code).toBe(ok ? 0 : 1)
  return (name: string) => findings.find((finding) => finding.name === name)
}

it.each([
  ['runs', 'echo 2026.10.14', 'ok', 'version 2026.10.14. Cost: free.'],
  ['fails', 'exit 1', 'warning', expect.stringContaining('does not run')],
])('reports a yt-dlp that %s', { tags: 'slow' }, async (name, script, level, text) => {
  const path = join(dir, `yt-dlp-${name}`)
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  expect((await reportOf({ YT_DLP: path }))('yt-dlp')).toMatchObject({ level, text })
  expect((await reportOf({}))('yt-dlp')).toMatchObject({ level: 'off' })
})

it('tries every platform and every configured service, and says what it costs', async () => {
  model.say('{"mentions":[{"words":"El Califa de León","kind":"name"}]}')
  const { baseUrl: LLM_BASE_URL, key: LLM_API_KEY, model: LLM_MODEL } = model
  const of = await reportOf({ LLM_BASE_URL, LLM_API_KEY, LLM_MODEL, YOUTUBE_API_KEY: 'sandbox-key' })
  expect(of('Language model')).toEqual({
    name: 'Language model',
    level: 'ok',
    text: expect.stringMatching(/^small-model found the name.*Cost: only this network’s power.*1000 calls/u),
  })
  for (const name of ['TikTok (oEmbed)', 'YouTube (oEmbed)', 'Instagram and Facebook (Meta oEmbed)'])
    expect(of(name)).toMatchObject({ level: 'ok', text: expect.stringContaining('Cost: free') })
  for (const platform of ['TikTok', 'YouTube', 'Instagram', 'Facebook'])
    expect(of(`${platform} page`)?.level).toMatch(/^(ok|warning)$/u)
  expect(of('Overture Maps')).toMatchObject({
    level: 'ok',
    text: expect.stringMatching(/^release 20.* can be read/u),
  })
  expect(of('Mail')).toMatchObject({ level: 'off', advice: 'Set SMTP_URL and MAIL_FROM.' })
})

it(
  'says what to do about a refused key, and about services that cannot be reached',
  { tags: 'slow' },
  async () => {
    const nowhere = 'http://127.0.0.1:1'
    const of = await reportOf({
      LLM_BASE_URL: model.baseUrl,
      LLM_API_KEY: 'sk-wrong',
      LLM_MODEL: model.model,
      SPEECH_PROVIDER: 'openai',
      SPEECH_BASE_URL: nowhere,
      OVERTURE_URL: nowhere,
      TIKTOK_OEMBED_URL: `${nowhere}/oembed`,
      ALLOW_PRIVATE_HOSTS: `${sandbox.env['ALLOW_PRIVATE_HOSTS']},127.0.0.1:1`,
    })
    expect(of('Language model')).toMatchObject({ level: 'warning', advice: 'Check LLM_API_KEY.' })
    expect(of('Language model')?.text).toContain('refuses the key (401: Incorrect API key provided: …')
    expect(of('Speech service')).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('cannot be reached'),
      advice: 'Check this machine’s network, name server and firewall, and that SPEECH_BASE_URL is right.',
    })
    expect(of('TikTok (oEmbed)')?.advice).toContain('TIKTOK_OEMBED_URL')
    expect(of('Overture Maps')).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('which needs no key'),
      advice: expect.stringContaining('OVERTURE_URL'),
    })
  },
)

it('fails when the configured mail server cannot be reached', { tags: 'slow' }, async () => {
  const of = await reportOf({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' })
  expect(of('Mail')).toMatchObject({ level: 'failed', text: expect.stringContaining('cannot be reached') })
})
