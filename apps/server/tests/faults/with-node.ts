import { strict as assert } from 'node:assert'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type App, startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { buildPost, type Post } from '@antojo/testing/sandbox/post'
import { z } from 'zod'

export interface Ground {
  readonly app: App
  readonly dataDir: string
  /** Signs in the person of this node. */
  readonly enter: () => Promise<AppClient>
}

export const ACCOUNT = { email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' }
const rows = z.array(z.object({ video_url: z.string(), enrich_progress: z.number() }))
const SETTLE_MS = 180_000
const PAGE_ROWS = 1_000

export function manyPosts(count: number): Post[] {
  return Array.from({ length: count }, (_, index) =>
    buildPost({ id: `fault-${index}`, title: `Día ${index}: tostadas 📍 Contramar, Roma Norte, CDMX` }),
  )
}

export interface GroundOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Default: a new folder, removed at the end. */
  readonly dataDir?: string
  readonly allowPrivateHosts?: readonly string[]
}

/** Runs the work with a single-machine node and the sandbox. */
export async function withNode<T>(
  posts: readonly Post[],
  work: (ground: Ground) => Promise<T>,
  { env, dataDir: given, allowPrivateHosts = [] }: GroundOptions = {},
): Promise<T> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'antojo-fault-')))
  const app = await startApp({
    dataDir,
    posts,
    env: { RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...env },
    allowPrivateHosts,
  })
  try {
    return await work({ app, dataDir, enter: () => AppClient.enter(app.url, ACCOUNT) })
  } finally {
    await app.stop()
    if (given === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

/** Asserts that every acknowledged link is saved exactly once, and that every job has ended. */
export async function expectWhole(
  client: AppClient,
  acknowledged: ReadonlySet<string>,
  jobsLimitMs = SETTLE_MS,
): Promise<void> {
  const read = () => allVideos(client)
  const saved = (await read()).map(({ video_url: url }) => url)
  assert.equal(new Set(saved).size, saved.length, 'a link is saved twice')
  assert.deepEqual(
    [...acknowledged].filter((link) => !saved.includes(link)),
    [],
    'acknowledged and lost',
  )
  const areDone = async () => (await read()).every(({ enrich_progress: done }) => done === 100)
  await until('jobs done', areDone, jobsLimitMs)
}

/** Reads page by page, because the data API limits the size of an answer. */
async function allVideos(client: AppClient): Promise<z.infer<typeof rows>> {
  const all: z.infer<typeof rows> = []
  for (;;) {
    const path = `/rest/v1/videos?select=video_url,enrich_progress&order=id&limit=${PAGE_ROWS}&offset=${all.length}`
    const page = rows.parse(await (await client.request(path)).json())
    all.push(...page)
    if (page.length < PAGE_ROWS) return all
  }
}

export async function until(what: string, is: () => Promise<boolean>, limitMs = SETTLE_MS): Promise<number> {
  const started = performance.now()
  while (performance.now() - started < limitMs) {
    if (await is().catch(() => false)) return performance.now() - started
    await wait(50)
  }
  throw new Error(`not within ${limitMs / 1000} s: ${what}`)
}

export async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) })).ok
}
