import { setTimeout as wait } from 'node:timers/promises'
import type { AppClient } from '@antojo/testing/client'

/** The experience of a person who uses the product for some seconds. Times in milliseconds. */
export interface Experience {
  readonly home: readonly number[]
  readonly add: readonly number[]
  /** The duration of the slowest request of each kind. */
  readonly slowest: Readonly<Record<'home' | 'add' | 'signIn' | 'ready', number>>
  /** Failed requests, e.g. `add 503`. */
  readonly failures: readonly string[]
}

const PAUSE_MS = 60
/** Within a person's limit of two adds per second. */
const ADD_INTERVAL_MS = 600
/** Within an account's limit of sign-ins. */
const SIGN_IN_INTERVAL_MS = 3_000

/** Opens home repeatedly, and sometimes adds a link, until the time is over or the links are used up. */
export async function livePerson(
  url: string,
  person: AppClient,
  links: Iterator<string>,
  seconds: number,
): Promise<Experience> {
  const home: number[] = []
  const add: number[] = []
  const [signIn, ready]: [number[], number[]] = [[], []]
  const failures: string[] = []
  const ends = Date.now() + seconds * 1000
  let nextAdd = Date.now()
  let nextSignIn = Date.now()
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
    await timed(ready, async () => {
      const answer = await fetch(`${url}/readyz`)
      if (!answer.ok) failures.push(`readyz ${answer.status} ${await answer.text()}`)
    })
    if (Date.now() >= nextSignIn) {
      nextSignIn = Date.now() + SIGN_IN_INTERVAL_MS
      await timed(signIn, async () => {
        const status = await person.signInAgain()
        if (status !== 200) failures.push(`sign-in ${status}`)
      })
    }
    await wait(PAUSE_MS)
  }
  const slowest = { home: max(home), add: max(add), signIn: max(signIn), ready: max(ready) }
  return { home, add, slowest, failures }

  async function timed(times: number[], work: () => Promise<void>): Promise<void> {
    const started = performance.now()
    await work().catch((error: unknown) => failures.push(error instanceof Error ? error.name : 'failed'))
    times.push(performance.now() - started)
  }
}

function max(times: readonly number[]): number {
  return Math.max(0, ...times)
}

/** The percentile of the values; `share` is e.g. 0.99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
