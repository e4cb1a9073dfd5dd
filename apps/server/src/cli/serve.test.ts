import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UnfitDatabase } from '@antojo/db/unfit-database'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigError, readConfig } from '../config/config.ts'
import { DISK_FULL } from './command-error.ts'
import { problemOfStart } from './serve.ts'

const config = readConfig({ DATA_DIR: '/srv/food', PORT: '8081' })
const failure = (facts: object) => Object.assign(new Error('mkdir EACCES'), facts)

it.each([
  [new UnfitDatabase('Too old.'), 'Too old.'],
  [new ConfigError('JWT_KEYS: no.'), 'JWT_KEYS: no.'],
  [new Error('The migration failed.', { cause: failure({ code: '53100' }) }), DISK_FULL],
  [new Error('initdb ended with 1: …: No space left on device'), DISK_FULL],
  [
    failure({ code: 'EADDRINUSE', syscall: 'listen' }),
    'Port 8081 of 127.0.0.1 is taken by another program. Set PORT to another one.',
  ],
  [failure({ code: 'EADDRNOTAVAIL', syscall: 'listen' }), 'mkdir EACCES. Set PORT or HOST.'],
  [failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'mkdir EACCES. Set PORT or HOST.'],
  [
    failure({ code: 'ENOENT', syscall: 'mkdir' }),
    '/srv/food cannot be used (mkdir EACCES). Set DATA_DIR to a folder that this user can write.',
  ],
  [
    failure({ code: 'EACCES', syscall: 'mkdir' }),
    '/srv/food cannot be used (mkdir EACCES). Set DATA_DIR to a folder that this user can write.',
  ],
])('%s is one line for the operator', (error, line) => {
  expect(problemOfStart(error, config)).toBe(line)
})

it('a port that is taken is told in one line before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const PORT = String(typeof address === 'object' ? address?.port : '')
  const DATA_DIR = join(tmpdir(), `antojo-taken-${PORT}`)
  const program = fileURLToPath(new URL('../main.ts', import.meta.url))
  const { PATH } = process.env
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { PATH, PORT, DATA_DIR },
  })
  other.close()
  expect([stdout, stderr, status]).toEqual([
    '',
    `Port ${PORT} of 127.0.0.1 is taken by another program. Set PORT to another one.\n`,
    78,
  ])
  expect(existsSync(DATA_DIR)).toBe(false)
})

it('a defect keeps its stack', () => {
  expect(problemOfStart(new TypeError('x is not a function'), config)).toBeNull()
})

const logLine = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() })

it('a node survives a rejection that nobody handles, and stops after an exception that nobody catches', () => {
  const program = fileURLToPath(new URL('survive.fixture.ts', import.meta.url))
  const { stdout, status } = spawnSync(process.execPath, [program], { encoding: 'utf8', timeout: 30_000 })
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => logLine.parse(JSON.parse(line)))
  // Lines of different levels may change places in a pipe.
  expect(new Set(lines.map(({ msg, err }) => `${msg} ${err?.message ?? ''}`.trim()))).toEqual(
    new Set([
      'nobody handled a rejection lost',
      'still here',
      'nobody caught an exception: the node stops broken',
      'stopped',
    ]),
  )
  expect(status).toBe(1)
})
