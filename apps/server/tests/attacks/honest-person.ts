import { setTimeout as wait } from 'node:timers/promises'
import type { AppClient } from '@antojo/testing/client'

/** The experience of a person who uses the product for some seconds. Times in milliseconds. */
export interface Experience {
  readonly home: readonly number[]
  readonly add: readonly number[]
  /** Failed requests, e.g. `add 503`. */
  readonly failures: readonly string[]
}

const PAUSE_MS = 60
/** Below the limit of adds of a person, which is two in a second. */
const ADD_INTERVAL_MS = 600

/** Opens home repeatedly, and adds a link at times, until the time is over or the links are used up. */
export async function livePerson(
  url: string,
  person: AppClient,
  links: Iterator<string>,
  seconds: number,
): Promise<Experience> {
  const home: number[] = []
  const add: number[] = []
  const failures: string[] = []
  const ends = Date.now() + seconds * 1000
  let nextAdd = Date.now()
  while (Date.now() < ends) {
    await timed(home, async () => {
      const [page, rows] = await Promise.all([
        fetch(url, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(15_000) }),
        person.request('/rest/v1/videos?select=*&order=created_at.desc&limit=18'),
      ])
      await Promise.all([page.text(), rows.text()])
      if (!page.ok) failures.push(`page ${page.status}`)
      if (!rows.ok) failures.push(`rows ${rows.status}`)
    })
    if (Date.now() >= nextAdd) {
      nextAdd = Date.now() + ADD_INTERVAL_MS
      const link = links.next()
      if (link.done === true) break
      await timed(add, async () => {
        const outcome = await person.add(link.value)
        if (outcome.decision === 'error') failures.push(`add ${outcome.code}`)
        else if (outcome.decision !== 'accepted') failures.push(`add ${outcome.decision}`)
      })
    }
    await wait(PAUSE_MS)
  }
  return { home, add, failures }

  async function timed(times: number[], work: () => Promise<void>): Promise<void> {
    const started = performance.now()
    await work().catch((error: unknown) => failures.push(error instanceof Error ? error.name : 'failed'))
    times.push(performance.now() - started)
  }
}

/** The percentile of the values; `share` is e.g. 0.99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
