import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@antojo/db/database'
import { AppClient } from '@antojo/testing/client'
import type { Post } from '@antojo/testing/sandbox/post'

const WRITE_TIMEOUT_MS = 5_000
const PAUSE_MS = 100
const RECOVERY_LIMIT_MS = 60_000
/** One write in this many adds a link; the others create a list. */
const ADD_EVERY = 5

export interface Written {
  readonly acknowledged: number
  /** The number of these that added links. */
  readonly adds: number
  readonly lost: number
  readonly doubled: number
  /** Writes without an acknowledgement, which may or may not be saved. */
  readonly failed: number
}

/** People who write without pause and never repeat a write. */
export class Writers {
  readonly #lists = new Set<string>()
  readonly #links = new Set<string>()
  readonly #stop = new AbortController()
  #failed = 0
  /** The time of a fault, and of the first acknowledgement of a later write. */
  #since = Infinity
  #at: number | undefined
  #writing: Promise<unknown> = Promise.resolve()

  static async start(url: string, people: number, posts: readonly Post[]): Promise<Writers> {
    const clients = await Promise.all(
      Array.from({ length: people }, () =>
        AppClient.enter(url, { email: `${randomUUID()}@antojo.test`, password: 'tengo-antojo-de-tacos' }),
      ),
    )
    const writers = new Writers()
    const linksOf = (writer: number): string[] =>
      posts.filter((_, index) => index % people === writer).map(({ link }) => link)
    writers.#writing = Promise.all(clients.map((client, index) => writers.#write(client, linksOf(index))))
    return writers
  }

  /** Milliseconds until a write that starts after this call is acknowledged. */
  async untilWritten(): Promise<number> {
    const since = performance.now()
    this.#at = undefined
    this.#since = since
    while (this.#at === undefined && performance.now() - since < RECOVERY_LIMIT_MS) await wait(50)
    return (this.#at ?? since + RECOVERY_LIMIT_MS) - since
  }

  /** Ends the writing and checks the acknowledged writes in the database. */
  async finish(databaseUrl: string): Promise<Written> {
    this.#stop.abort()
    await this.#writing
    const there = new Map<string, number>()
    for (const key of await foundIn(databaseUrl)) there.set(key, (there.get(key) ?? 0) + 1)
    const all = [...this.#lists, ...this.#links]
    return {
      acknowledged: all.length,
      adds: this.#links.size,
      lost: all.filter((key) => !there.has(key)).length,
      doubled: all.filter((key) => (there.get(key) ?? 0) > 1).length,
      failed: this.#failed,
    }
  }

  async #write(client: AppClient, links: string[]): Promise<void> {
    for (let turn = 1; !this.#stop.signal.aborted; turn += 1) {
      const link = turn % ADD_EVERY === 0 ? links.pop() : undefined
      const begun = performance.now()
      const done = link === undefined ? this.#makeList(client) : this.#add(client, link)
      if (!(await done.catch(() => false))) this.#failed += 1
      else if (begun > this.#since) this.#at ??= performance.now()
      await wait(PAUSE_MS)
    }
  }

  async #makeList(client: AppClient): Promise<boolean> {
    const name = randomUUID()
    const request = client.request('/rest/v1/video_lists', { method: 'POST', body: JSON.stringify({ name }) })
    const answer = await Promise.race([request, wait(WRITE_TIMEOUT_MS, null)])
    if (answer?.status !== 201) return false
    this.#lists.add(name)
    return true
  }

  async #add(client: AppClient, link: string): Promise<boolean> {
    const outcome = await client.add(link)
    if (outcome.decision !== 'accepted') return false
    this.#links.add(`${client.userId} ${link}`)
    return true
  }
}

export function toldOfWrites({ acknowledged, adds, lost, doubled, failed }: Written): string {
  return (
    `${acknowledged} acknowledged writes (${adds} of them adds), ${lost} lost, ${doubled} doubled; ` +
    `${failed} failed while the primary changed`
  )
}

async function foundIn(databaseUrl: string): Promise<string[]> {
  const database = await openDatabase({ kind: 'postgres', url: databaseUrl, poolSize: 2 })
  const lists = await database.asSystem('count', (tx) =>
    tx.selectFrom('video_lists').select('name').execute(),
  )
  const videos = await database.asSystem('count', (tx) =>
    tx.selectFrom('videos').select(['user_id', 'video_url']).execute(),
  )
  await database.close()
  return [...lists.map(({ name }) => name), ...videos.map((row) => `${row.user_id} ${row.video_url}`)]
}
