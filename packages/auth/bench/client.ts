import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  body: Record<string, unknown>
}

export type Send = (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>

/** A client with kept-alive connections. */
export function createClient(port: number): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    close: () => agent.destroy(),
    send: (method, path, body, token) =>
      new Promise((resolve, reject) => {
        const payload = body === undefined ? '' : JSON.stringify(body)
        const headers = {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        }
        const sent = request(
          { agent, port, host: '127.0.0.1', method, path: `/auth/v1${path}`, headers },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('error', reject)
            answer.on('end', () => {
              const text = Buffer.concat(chunks).toString()
              resolve({ status: answer.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : {} })
            })
          },
        )
        sent.on('error', reject)
        sent.end(payload)
      }),
  }
}

/** Runs `step` in `lanes` loops for `seconds`; how many steps a second were done, and how long they took in ms. */
export async function storm(
  lanes: number,
  seconds: number,
  step: (lane: number) => Promise<void>,
): Promise<{ perSecond: number; p50: number; p99: number }> {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        const begun = performance.now()
        await step(lane)
        times.push(performance.now() - begun)
      }
    }),
  )
  const perSecond = times.length / ((performance.now() - start) / 1000)
  return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
