import { strict as assert } from 'node:assert'
import { glob, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectWhole, isReady, manyPosts, withNode, until } from './with-node.ts'

/** Jumps forward, into the past, and back to the right time. */
const JUMPS = ['+3d', '-3d', '+0'] as const

/** Makes the clock of a running node jump, but not that of its Postgres: sign-ins, adds and jobs must still work. */
export async function jumpClock(): Promise<string> {
  const library = await faketime()
  if (library === undefined) return 'not tried: faketime is not installed'
  const dir = await mkdtemp(join(tmpdir(), 'antojo-clock-'))
  const clock = join(dir, 'clock')
  await writeFile(clock, '+0')
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const posts = manyPosts(JUMPS.length + 1)
  try {
    return await withNode(
      posts,
      async ({ app, enter }) => {
        const acknowledged = new Set<string>()
        for (const [index, { link }] of posts.entries()) {
          const jump = JUMPS[index - 1]
          if (jump !== undefined) await writeFile(clock, jump)
          const days = Number.parseInt(jump ?? '0', 10)
          await until('the clock jumped', async () => (await daysAhead(app.url)) === days)
          const client = await enter()
          assert.equal((await client.add(link)).decision, 'accepted')
          acknowledged.add(link)
          await expectWhole(client, acknowledged)
          assert.ok(await isReady(app.url))
        }
        return `${JUMPS.join(', ')}: an add each, all there once and enriched`
      },
      { env },
    )
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function daysAhead(url: string): Promise<number> {
  const told = new Date((await fetch(`${url}/healthz`)).headers.get('date') ?? '')
  return Math.round((told.getTime() - Date.now()) / 86_400_000)
}

async function faketime(): Promise<string | undefined> {
  for await (const found of glob('/usr/lib/*/faketime/libfaketime.so.1')) return found
  return undefined
}
