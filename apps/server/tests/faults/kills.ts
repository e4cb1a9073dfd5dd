import { strict as assert } from 'node:assert'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ImportView, importView, namelessResponse } from '@antojo/contract/transfer/imports'
import type { AppClient } from '@antojo/testing/client'
import { tiktokJson } from '@antojo/testing/exports'
import { z } from 'zod'
import { expectWhole, type Ground, isReady, manyPosts, withNode, until } from './with-node.ts'

export interface Kills {
  /** Milliseconds from each kill until the product was ready again. */
  readonly recoveries: readonly number[]
  /** The number of acknowledged adds; each was saved exactly once afterwards. */
  readonly acknowledged: number
  /** The number of links that the server had only reported as kept; all were present afterwards too. */
  readonly kept: number
}

/** The links that must be present after a kill. */
export interface Promised {
  readonly acknowledged: Set<string>
  /** All acknowledged links, and those that were kept before their answer. */
  readonly kept: Set<string>
}

/** At a kill, one add is complete, with its job perhaps running, and two are running. */
export const ADDS_PER_KILL = 3
const MOMENT_MS = 400
/** Every fifth kill also kills Postgres, like a power failure. */
const WITH_POSTGRES_EVERY = 5
/** A token lasts for an hour, so a long run checks the saved videos and signs in again after this many kills. */
const LOOK_EVERY = 100

/** Kills a node that is web and worker with kill -9. */
export async function killNode(kills: number): Promise<Kills> {
  const posts = manyPosts(kills * ADDS_PER_KILL)
  return withNode(posts, async ({ app, dataDir, enter }) => {
    const promised: Promised = { acknowledged: new Set(), kept: new Set() }
    const recoveries: number[] = []
    let client = await enter()
    for (let kill = 0; kill < kills; kill += 1) {
      const links = posts.slice(kill * ADDS_PER_KILL, (kill + 1) * ADDS_PER_KILL).map(({ link }) => link)
      const adding = await beginAdds(client, links, promised)
      if (kill % WITH_POSTGRES_EVERY === WITH_POSTGRES_EVERY - 1) await killPostgresOf(dataDir)
      await app.kill()
      const killed = performance.now()
      await Promise.all(adding)
      await app.restart()
      recoveries.push(performance.now() - killed)
      if ((kill + 1) % LOOK_EVERY > 0) continue
      client = await enter()
      await expectWhole(client, promised.kept)
    }
    await expectWhole(client, promised.kept)
    return { recoveries, ...countsOf(promised) }
  })
}

/** Kills the embedded Postgres of a running node with kill -9; the node must restart it. */
export async function killPostgres(kills: number): Promise<Kills> {
  const posts = manyPosts(kills * ADDS_PER_KILL)
  return withNode(posts, async ({ app, dataDir, enter }) => {
    const promised: Promised = { acknowledged: new Set(), kept: new Set() }
    const recoveries: number[] = []
    const client = await enter()
    for (let kill = 0; kill < kills; kill += 1) {
      const links = posts.slice(kill * ADDS_PER_KILL, (kill + 1) * ADDS_PER_KILL).map(({ link }) => link)
      const adding = await beginAdds(client, links, promised)
      const before = await killPostgresOf(dataDir)
      const killed = performance.now()
      await until('another Postgres', async () => (await postgresOf(dataDir)) !== before)
      await until('ready by itself', () => isReady(app.url))
      recoveries.push(performance.now() - killed)
      await Promise.all(adding)
    }
    await expectWhole(client, promised.kept)
    return { recoveries, ...countsOf(promised) }
  })
}

function countsOf({ acknowledged, kept }: Promised): Pick<Kills, 'acknowledged' | 'kept'> {
  return { acknowledged: acknowledged.size, kept: kept.size - acknowledged.size }
}

/** A summary such as `3 times, slowest recovery 1.2 s, …`. */
export function summaryOf({ recoveries, acknowledged, kept }: Kills): string {
  const seconds = recoveries.map((ms) => ms / 1000).toSorted((a, b) => a - b)
  const middle = seconds[Math.floor(seconds.length / 2)] ?? 0
  return (
    `${recoveries.length} times, ready again after ${middle.toFixed(1)} s in the middle and ` +
    `${(seconds.at(-1) ?? 0).toFixed(1)} s at most, ${acknowledged} acknowledged adds and ${kept} links without an answer all there once`
  )
}

/** Completes the first add, and leaves the others running when it returns. */
export async function beginAdds(
  client: AppClient,
  [first = '', ...others]: readonly string[],
  { acknowledged, kept }: Promised,
): Promise<Promise<void>[]> {
  const add = async (link: string): Promise<void> => {
    const { decision } = await client.addWatched(link, () => kept.add(link))
    if (decision === 'accepted') acknowledged.add(link)
  }
  await add(first)
  assert.ok(acknowledged.has(first), 'an add while all is well')
  const adding = others.map((link) => add(link).catch(() => undefined))
  await wait(Math.random() * MOMENT_MS)
  return adding
}

async function killPostgresOf(dataDir: string): Promise<number> {
  const pid = await postgresOf(dataDir)
  process.kill(pid, 'SIGKILL')
  return pid
}

async function postgresOf(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'database', 'data', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

export const IMPORTED_POSTS = 100
const FIRST_ID = 7_300_000_000_000_000_000n
/** Each turn of an import adds half of its posts. */
export const IMPORT_ENV = { IMPORT_LINKS_PER_MINUTE: String(IMPORTED_POSTS) }

interface InterruptedImport {
  readonly state: ImportView['state']
  /** The number of posts that are saved or in the report, and the number of different ones. */
  readonly saved: number
  readonly different: number
}

/** Kills a node with kill -9 during an import, which must continue by itself on the next node. */
export async function killDuringImport(kills: number): Promise<InterruptedImport> {
  const work = async ({ app, enter }: Ground): Promise<InterruptedImport> => {
    const client = await enter()
    const begun = await beginImport(client)
    for (let kill = 0; kill < kills; kill += 1) {
      await app.kill()
      await app.restart()
      await until('ready again', () => isReady(app.url))
    }
    return endOfImport(client, begun)
  }
  return withNode([], work, { env: IMPORT_ENV })
}

interface BegunImport {
  readonly id: string
  readonly start: (through: AppClient) => Promise<unknown>
  readonly started: Promise<unknown>
}

/** Begins an import; its start is still on its way. */
export async function beginImport(client: AppClient): Promise<BegunImport> {
  const favourites = Array.from({ length: IMPORTED_POSTS }, (_, index) => String(FIRST_ID + BigInt(index)))
  const body = tiktokJson({ favourites, likes: [] })
  const preview = await client.request('/imports?name=user_data.json', { method: 'POST', body })
  const { id } = importView.parse(await preview.json())
  const start = (through: AppClient) =>
    through
      .request(`/imports/${id}/start`, { method: 'POST', body: JSON.stringify({ parts: [0] }) })
      .catch(() => undefined)
  return { id, start, started: start(client) }
}

export async function endOfImport(
  client: AppClient,
  { id, start, started }: BegunImport,
  limitMs?: number,
): Promise<InterruptedImport> {
  await started
  const view = async () => importView.parse(await (await client.request(`/imports/${id}`)).json())
  // The kill may have come before the import was started.
  if ((await view()).state === 'preview') await start(client)
  // A post that is still being read could be counted as saved, and then again as unread.
  const hasEnded = async () => {
    const { state, counts } = await view()
    return state === 'done' && counts.reading === 0
  }
  await until('the end of the import', hasEnded, limitMs)
  const kept = await client.request(`/rest/v1/videos?user_id=eq.${client.userId}&select=url:video_url`)
  const saved = z.array(z.object({ url: z.string() })).parse(await kept.json())
  const entries = async (of: string) => {
    const answer = await client.request(`/imports/${id}/nameless?of=${of}`)
    return namelessResponse.parse(await answer.json()).entries
  }
  const all = [...saved, ...(await entries('nameless')), ...(await entries('unread'))]
  return {
    state: (await view()).state,
    saved: all.length,
    different: new Set(all.map(({ url }) => url)).size,
  }
}
