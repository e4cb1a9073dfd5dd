import { Agent, request } from 'undici'
import { quantile } from '../support/figures.ts'

/** A request of a load test, with its name in the table. */
export interface Shot {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Tally {
  /** The duration of each accepted answer in milliseconds, by name. */
  readonly accepted: ReadonlyMap<string, readonly number[]>
  /** The number of answers with 503 or 429. */
  readonly refused: number
  readonly failed: number
  /** The number of failures by status or error code. */
  readonly failures: ReadonlyMap<string, number>
  readonly seconds: number
}

/** Sends requests for some seconds in parallel lanes; each lane sends one request at a time. */
export async function storm(
  url: string,
  next: (turn: number) => Shot,
  { lanes, seconds }: { lanes: number; seconds: number },
): Promise<Tally> {
  const agent = new Agent({ connections: lanes, pipelining: 1 })
  const accepted = new Map<string, number[]>()
  const failures = new Map<string, number>()
  let [refused, failed, turn] = [0, 0, 0]
  const started = performance.now()
  const end = started + seconds * 1000
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const { name, path, ...shot } = next((turn += 1))
      const asked = performance.now()
      const status = await request(`${url}${path}`, { ...shot, dispatcher: agent }).then(
        async (answer) => {
          await answer.body.dump()
          return answer.statusCode
        },
        (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
      )
      if (typeof status === 'number' && status >= 200 && status < 300) {
        const times = accepted.get(name) ?? []
        times.push(performance.now() - asked)
        accepted.set(name, times)
      } else if (status === 503 || status === 429) refused += 1
      else {
        failed += 1
        failures.set(String(status), (failures.get(String(status)) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const took = (performance.now() - started) / 1000
  await agent.destroy()
  return { accepted, refused, failed, failures, seconds: took }
}

export function all({ accepted }: Tally): number[] {
  return [...accepted.values()].flat()
}

/** `name  n/s  p50  p95  p99`, one row per name. */
export function rowsOf(tally: Tally): string[] {
  return [...tally.accepted].map(([name, times]) =>
    [
      name,
      (times.length / tally.seconds).toFixed(0),
      ...[0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1)),
    ].join(' | '),
  )
}
