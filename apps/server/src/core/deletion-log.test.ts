import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDeletionLog } from './deletion-log.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-deletions-'))
})
afterEach(() => rm(dir, { recursive: true }))

it('returns the latest event of each account, also after a restart', async () => {
  const [deleted, restored, waiting] = [randomUUID(), randomUUID(), randomUUID()]
  const deleteAfter = new Date('2031-03-09T12:00:00Z')
  const log = createDeletionLog(dir)
  expect(await log.latest()).toEqual([])
  for (const userId of [deleted, restored, waiting])
    await log.append({ kind: 'scheduled', userId, deleteAfter })
  await log.append({ kind: 'cancelled', userId: restored })
  await log.append({ kind: 'deleted', userId: deleted })
  expect(await createDeletionLog(dir).latest()).toEqual([
    { kind: 'deleted', userId: deleted },
    { kind: 'cancelled', userId: restored },
    { kind: 'scheduled', userId: waiting, deleteAfter },
  ])
})

it('loses no line after a truncated one', async () => {
  const userId = randomUUID()
  await appendFile(join(dir, 'account-deletions.jsonl'), '{"kind":"deleted","userId":"0000')
  await createDeletionLog(dir).append({ kind: 'deleted', userId })
  expect(await createDeletionLog(dir).latest()).toEqual([{ kind: 'deleted', userId }])
})
