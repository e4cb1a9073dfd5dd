import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { checkCommand } from './check.ts'

let dir: string
let url: string
let close: () => Promise<void>
let printed: string[]
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-check-'))
  const database = await createTestDatabase()
  url = database.pool.options.connectionString ?? ''
  close = () => database.close()
})
afterAll(async () => {
  await close()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => vi.restoreAllMocks())

const good = () => ({ DATA_DIR: dir, DATABASE_URL: url })

it('reports Node, database and disk when all works', async () => {
  expect(await checkCommand(good())).toBe(0)
  const text = printed.join('\n')
  expect(text).toContain(`Node: ${process.version}`)
  expect(text).toMatch(/Database: Postgres 1\d.*from DATABASE_URL/u)
  expect(text).toMatch(/GiB are free/u)
  expect(text).not.toContain('FAILED')
})

it('prints the warnings of the start', async () => {
  expect(await checkCommand({ ...good(), HOST: '0.0.0.0' })).toBe(0)
  expect(printed.join('\n')).toMatch(/warning Reachability: .*Set PUBLIC_URL/u)
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
