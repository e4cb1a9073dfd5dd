import { Agent, request } from 'undici'
import { z } from 'zod'

export type Body = Record<string, unknown>

/** Sends a request and reads its answer; throws unless the status is 200. */
export type Send = (method: 'GET' | 'POST', path: string, body?: unknown, token?: string) => Promise<Body>

const bodySchema = z.record(z.string(), z.unknown())

/** A client with kept-alive connections. */
export function createClient(port: number): { send: Send; close: () => Promise<void> } {
  const dispatcher = new Agent({ connections: 64 })
  return {
    close: () => dispatcher.destroy(),
    send: async (method, path, body, token) => {
      const answer = await request(`http://127.0.0.1:${port}/auth/v1${path}`, {
        dispatcher,
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
      return bodySchema.parse(JSON.parse(text))
    },
  }
}

/** Runs `step` in `lanes` parallel loops for `seconds`; returns the number of steps per second. */
export async function storm(
  lanes: number,
  seconds: number,
  step: (lane: number) => Promise<unknown>,
): Promise<number> {
  let done = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        await step(lane)
        done += 1
      }
    }),
  )
  return done / ((performance.now() - start) / 1000)
}
