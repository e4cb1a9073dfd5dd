import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminMetricsResponse } from '@antojo/contract/admin'
import type { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { verifyBackup } from '../src/features/backups/read-backup.ts'
import { whileAlone } from '../src/features/backups/repo.ts'
import { startNode } from '../src/run.ts'
import { startTestNode, type TestNode } from './test-node.ts'

let node: TestNode
let dir: string
let ana: AppClient
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-nightly-'))
  node = await startTestNode([], { BACKUP_DIR: dir })
  ana = await node.person('ana')
})
afterAll(async () => {
  await node.stop()
  await rm(dir, { recursive: true, force: true })
})

const installation = async () =>
  adminMetricsResponse.parse(await (await ana.request('/admin/metrics?hours=1')).json()).installation
const ask = async (person: AppClient) =>
  (await person.request('/admin/backup', { method: 'POST', body: '{}' })).status
const made = async () => (await readdir(dir)).filter((name) => name.endsWith('.tar.gz'))
const idle = () =>
  vi.waitFor(
    async () => {
      const found = await installation()
      expect(found.backups.isRunning).toBe(false)
      return found
    },
    { timeout: 20_000, interval: 100 },
  )

it('a node with the folder makes the first one by itself, and it can be restored', async () => {
  const { backup } = await idle()
  expect(backup?.file).toContain(dir)
  const [name = ''] = await made()
  expect(Object.keys((await verifyBackup(join(dir, name))).tables)).toContain('public.videos')
})

it('an administrator makes one now, which removes what is too old and the drafts of killed ones, and nothing else', async () => {
  const old = 'antojo-2026-01-02T03-00-00Z.tar.gz'
  const young = `antojo-${new Date(Date.now() - 13 * 24 * 3600_000).toISOString().slice(0, 10)}T03-00-00Z.tar.gz`
  const drafts = [`${young}.part`, `${young}.0f8fad5b-d9cb-469f-a165-70867728950e.part`]
  const others = ['antojo-2026-01-02.tar.gz', 'notes.part', young]
  for (const name of [old, ...drafts, ...others]) await writeFile(join(dir, name), '')
  const before = (await installation()).backup
  expect(await ask(ana)).toBe(202)
  const { backup, problems } = await idle()
  expect(Date.parse(backup?.at ?? '')).toBeGreaterThan(Date.parse(before?.at ?? ''))
  expect(backup).toMatchObject({ people: 1 })
  expect(problems.filter((problem) => problem.includes('backup'))).toEqual([])
  const left = await readdir(dir)
  expect(left).toEqual(expect.arrayContaining(others))
  expect(left).not.toContain(old)
  for (const draft of drafts) expect(left).not.toContain(draft)
})

it('is for administrators only', async () => {
  expect(await ask(await node.person('luis'))).toBe(403)
})

it('of several nodes one makes it, and a node without the folder none', async () => {
  const count = (await made()).length
  const others = await Promise.all([
    startNode(readConfig(node.settings)),
    startNode(readConfig({ ...node.settings, BACKUP_DIR: '' })),
  ])
  expect(await Promise.all([ask(ana), ask(ana), ask(ana)])).toEqual([202, 202, 202])
  await idle()
  // Two of the three may run one after the other: the second was asked for while the first ran.
  expect((await made()).length - count).toBeLessThanOrEqual(2)
  expect((await readdir(dir)).filter((name) => name.endsWith('.part') && name !== 'notes.part')).toEqual([])
  await Promise.all(others.map((each) => each.stop()))
  const both: number[] = []
  await whileAlone(node.database.pool, async () => {
    both.push(1)
    await whileAlone(node.database.pool, async () => void both.push(2))
  })
  expect(both).toEqual([1])
})

it('a failure is shown with its reason until one is made', async () => {
  await rm(dir, { recursive: true })
  await writeFile(dir, 'a file in place of the folder')
  await ask(ana)
  const failed = await idle()
  expect(failed.backups.failure?.reason).toMatch(/EEXIST|ENOTDIR/u)
  expect(failed.problems).toContain('failed_backup')
  await rm(dir)
  await ask(ana)
  const mended = await idle()
  expect(mended.backups.failure).toBeNull()
  expect(mended.problems).not.toContain('failed_backup')
})
