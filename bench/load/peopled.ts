import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type App, startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import type { Post } from '@antojo/testing/sandbox/post'
import { z } from 'zod'

/** A single node with its own Postgres, and with people who have accounts. */
export interface Peopled {
  readonly app: App
  readonly people: readonly AppClient[]
  readonly headers: Readonly<Record<string, string>>
  close(): Promise<void>
}

const PASSWORD = 'tengo-antojo-de-tacos'
const session = z.object({ access_token: z.string() })
const boot = z.looseObject({ anonKey: z.string() })

/** Starts the product with these posts in the sandbox and `count` people; `headers` belong to the first one. */
export async function people(
  count: number,
  posts: readonly Post[],
  outside: { sandboxPort?: number; env?: Readonly<Record<string, string>> } = {},
): Promise<Peopled> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antojo-bench-'))
  const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...outside.env }
  const app = await startApp({ dataDir, posts, sandboxPort: outside.sandboxPort ?? 0, env })
  const entered: AppClient[] = []
  for (let index = 0; index < count; index += 1)
    entered.push(await AppClient.enter(app.url, { email: `p${index}@antojo.test`, password: PASSWORD }))
  return {
    app,
    people: entered,
    headers: await headersOf(app.url, 'p0@antojo.test'),
    close: async () => {
      await app.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function headersOf(url: string, email: string): Promise<Record<string, string>> {
  const { anonKey } = boot.parse(await (await fetch(`${url}/config.json`)).json())
  const json = { apikey: anonKey, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return { ...json, authorization: `Bearer ${session.parse(await answer.json()).access_token}` }
}

/** Waits until all background jobs are done, so that they do not affect the next measurement. */
export async function untilQuiet({ app, headers }: Peopled, limitMs = 120_000): Promise<void> {
  const deadline = performance.now() + limitMs
  const waiting = '/rest/v1/videos?select=id&enrich_progress=lt.100&limit=1'
  while (performance.now() < deadline) {
    const rows: unknown = await (await fetch(app.url + waiting, { headers })).json()
    if (Array.isArray(rows) && rows.length === 0) return
    await wait(250)
  }
}
