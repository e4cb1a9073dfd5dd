import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shareConnections } from '@antojo/db/share-connections'
import { createTestDatabase } from '@antojo/testing/database'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../core/app-error.ts'
import type { JobDefinition } from '../core/job-queue.ts'
import { startPgBoss } from './pg-boss.ts'

const job: JobDefinition<{ readonly id: string }> = {
  name: 'test-job',
  payload: z.object({ id: z.string() }),
  retries: 0,
  timeoutSeconds: 30,
}

it('a job that the system refuses is logged in one line, and a defect with its stack', async () => {
  const database = await createTestDatabase()
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const queue = await startPgBoss(database, [job], { log, works: true, alone: true })
  await queue.work(job, async ({ id }) => {
    if (id === 'defect') throw new TypeError('x is undefined')
    await readFile(join('/', id))
  })
  for (const id of ['none', 'defect'])
    await database.asSystem('enqueue', (tx) => queue.enqueue(tx, job, { id }, id))
  queue.wake(job.name)
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(2)
  const logged = lines
    .map((line): unknown => JSON.parse(line))
    .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)
    .toReversed()
  expect(logged).toMatchObject([
    { err: "ENOENT: no such file or directory, open '/none'" },
    { err: { message: 'x is undefined', stack: expect.stringContaining('pg-boss.test') } },
  ])
  await queue.stop()
  await database.close()
})

// A rejection that nobody handles fails a run of Vitest, as it would end a process without a listener.
it('a job ends while requests are refused connections', async () => {
  const database = await createTestDatabase()
  const reader = database.openPool({ size: 1 })
  let isFull = false
  shareConnections(database.pool, {
    takeTurn: async () => {
      if (isFull) throw new AppError('overloaded', 'Too many are running.')
      return () => undefined
    },
  })
  const queue = await startPgBoss(database, [job], {
    log: pino({ level: 'silent' }),
    works: true,
    alone: false,
  })
  await queue.work(job, async () => void (isFull = true))
  await database.asSystem('enqueue', (tx) => queue.enqueue(tx, job, { id: 'a' }, 'a'))
  queue.wake(job.name)
  const states = async () => {
    const { rows } = await reader.query<{ state: string }>('select state from pgboss.job where name = $1', [
      job.name,
    ])
    return rows.map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 10_000 }).toEqual(['completed'])
  isFull = false
  await queue.stop()
  await database.close()
})
