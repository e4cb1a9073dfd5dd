import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readKnownBackups, recordBackup, recordFailure } from './last-backup.ts'
import { isBackupDue } from './service.ts'

const HOUR = 3600_000
const night = new Date(2026, 10, 28, 3, 5)
const noon = new Date(2026, 10, 28, 12, 0)
const made = { file: '/backups/a.tar.gz', people: 1, videos: 0, pictures: 0, bytes: 1 }
const before = (now: Date, hours: number) => new Date(+now - hours * HOUR)

it.each([
  ['there is none', noon, [null, null], true],
  ['the night after the last', night, [23.9, null], true],
  ['again in the same night', night, [0.5, null], false],
  ['the night after one by day', night, [13, null], true],
  ['the night after one of the evening', night, [6, null], false],
  ['by day, when the node was off at night', noon, [24, null], true],
  ['by day after a night', noon, [9, null], false],
  ['soon after a failure', night, [24, 0.9], false],
  ['an hour after a failure', night, [24, 1], true],
] as const)('a backup is due or not: %s', (_case, now, [lastHours, failureHours], due) => {
  const last = lastHours === null ? null : { ...made, madeAt: before(now, lastHours) }
  const failure = failureHours === null ? null : { failedAt: before(now, failureHours), reason: 'x' }
  expect(isBackupDue({ last, failure }, now)).toBe(due)
})

let dataDir: string
let dir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'antojo-known-'))
  dir = join(dataDir, 'backups')
})
afterAll(() => rm(dataDir, { recursive: true }))

it('the newest record of both folders counts, for two days with nightly backups and a week without', async () => {
  const known = (hours: number, nightly: boolean) =>
    readKnownBackups({ backupDir: nightly ? dir : null, dataDir }, new Date(+noon + hours * HOUR))
  expect(await known(0, true)).toEqual({ last: null, failure: null, problem: 'no_backup' })
  await recordBackup(dataDir, { ...made, madeAt: noon })
  await recordBackup(dir, { ...made, file: 'nightly', madeAt: before(noon, 1) })
  expect((await known(48, true)).problem).toBeNull()
  expect(await known(48.1, true)).toMatchObject({ last: { file: made.file }, problem: 'late_backup' })
  expect((await known(7 * 24, false)).problem).toBeNull()
  expect((await known(7 * 24 + 1, false)).problem).toBe('old_backup')
  await recordFailure({ backupDir: dir, dataDir }, { failedAt: before(noon, 0.5), reason: 'no space' })
  expect((await known(1, true)).failure).toBeNull()
  await recordFailure({ backupDir: dir, dataDir }, { failedAt: new Date(+noon + HOUR), reason: 'no space' })
  expect(await known(2, true)).toMatchObject({ failure: { reason: 'no space' }, problem: 'failed_backup' })
})
