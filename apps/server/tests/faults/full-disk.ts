import { strict as assert } from 'node:assert'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asSuperuser } from '@antojo/db/embedded/provision'
import type { AppClient } from '@antojo/testing/client'
import { expectWhole, isReady, manyPosts, withNode, until } from './with-node.ts'

const run = promisify(execFile)
const DISK_MEGABYTES = 320
const MAX_WRITES = 60
const ROWS_AT_ONCE = 12
const ROW_BYTES = 16_000
const LOG_FILES = 6
const MAX_REFUSAL_MS = 3_000

/** The reason why no disk can be filled here; undefined when one can. */
export function whyNoDisk(): string | undefined {
  return process.getuid?.() === 0 ? undefined : 'a small disk can be mounted by root only'
}

/** Runs the work with a new disk of the given size. */
export async function withDisk<T>(megabytes: number, work: (disk: string) => Promise<T>): Promise<T> {
  const disk = await mkdtemp(join(tmpdir(), 'antojo-fault-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  try {
    return await work(disk)
  } finally {
    await run('umount', [disk])
    await rm(disk, { recursive: true })
  }
}

/**
 * Fills the disk of Postgres and pictures: writes must be refused with a reason, and work again once there is space.
 */
export async function fillDisk(): Promise<string> {
  const why = whyNoDisk()
  if (why !== undefined) return `not tried: ${why}`
  return withDisk(DISK_MEGABYTES, async (disk) => {
    const [before, meanwhile, after] = manyPosts(3)
    if (!before || !meanwhile || !after) throw new Error('no posts')
    return await withNode(
      [before, meanwhile, after],
      async ({ app, enter }) => {
        const client = await enter()
        const acknowledged = new Set<string>()
        const add = async (link: string): Promise<string> => {
          const outcome = await client.add(link)
          if (outcome.decision === 'accepted') acknowledged.add(link)
          return outcome.decision === 'error' ? outcome.code : outcome.decision
        }
        assert.equal(await add(before.link), 'accepted')
        const filler = join(disk, 'filler')
        await fill(filler)
        const refused = await writeUntilRefused(client, acknowledged)
        await wantNewLogs(disk)
        const asked = performance.now()
        const told = await add(meanwhile.link)
        assert.equal(told, 'storage_full')
        assert.ok(performance.now() - asked < MAX_REFUSAL_MS)
        const alive = await fetch(`${app.url}/healthz`)
        assert.equal(alive.status, 200)
        const read = await client.request('/rest/v1/videos?select=id&limit=1')
        assert.ok([200, 503].includes(read.status), await read.text())
        await rm(filler)
        const freed = performance.now()
        await until('writes again', async () => (await add(after.link)) === 'accepted')
        const seconds = (performance.now() - freed) / 1000
        assert.ok(await isReady(app.url))
        await expectWhole(client, acknowledged)
        return `writes refused with ${refused}, an add with ${told}, a read meanwhile ${read.status}, writes again after ${seconds.toFixed(1)} s, ${acknowledged.size} acknowledged all there once`
      },
      { dataDir: disk },
    )
  })
}

/** The worst case: Postgres ends when it cannot create the next file of its log. */
async function wantNewLogs(disk: string): Promise<void> {
  const server = { host: join(disk, 'database', 'data') }
  const next = 'select pg_logical_emit_message(false, $1, $1), pg_switch_wal()'
  const ask = (): Promise<unknown> =>
    asSuperuser(server, 'postgres', (client) => client.query(next, ['full']))
  for (let file = 0; file < LOG_FILES; file += 1) await ask().catch(() => undefined)
}

/** Writes zeros until no space is left. */
export async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const bytes of [1 << 20, 4096]) {
      const zeros = Buffer.alloc(bytes)
      while (await file.write(zeros).then(({ bytesWritten }) => bytesWritten === bytes, noRoom));
    }
  } finally {
    await file.close()
  }
}

function noRoom(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
  throw error
}

/** Writes rows that cannot be compressed, so that log and table grow; returns the first refusal. */
async function writeUntilRefused(client: AppClient, acknowledged: Set<string>): Promise<string> {
  for (let write = 0; write < MAX_WRITES; write += 1) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, index) => ({
      video_url: `https://www.tiktok.com/@x/video/${write}-${index}`,
      description: randomBytes(ROW_BYTES / 2).toString('hex'),
      enrich_progress: 100,
    }))
    const body = JSON.stringify(rows)
    const answer = await client.request('/rest/v1/videos', { method: 'POST', body })
    if (answer.status !== 201) {
      assert.ok([503, 507].includes(answer.status), await answer.text())
      return `${answer.status} after ${write} writes`
    }
    for (const { video_url: link } of rows) acknowledged.add(link)
  }
  throw new Error('the disk did not get full')
}
