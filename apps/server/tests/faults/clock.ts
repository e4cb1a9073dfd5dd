import { strict as assert } from 'node:assert'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { expectWhole, isReady, manyPosts, withNode } from './with-node.ts'

/** Days: forward, into the past, further, and back to the right time. */
const JUMPS = [0, 1, -1, 3, -3, 0] as const
const session = z.looseObject({ expires_at: z.number(), expires_in: z.number() })

/** Loaded before the node: its clock is ahead by the days in the file. */
const SEAM = `
  import { readFileSync } from 'node:fs'
  const RealDate = Date
  const now = () => RealDate.now() + Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) * 86_400_000
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })`

/** Makes the clock of a running node jump, but not that of its Postgres: sign-ins, adds and jobs must still work. */
export async function jumpClock(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'antojo-clock-'))
  const file = join(dir, 'days')
  await writeFile(file, '0')
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SEAM)}`, CLOCK_FILE: file }
  const posts = manyPosts(JUMPS.length)
  try {
    return await withNode(
      posts,
      async ({ app, enter }) => {
        const acknowledged = new Set<string>()
        for (const [index, { link }] of posts.entries()) {
          const days = JUMPS[index] ?? 0
          await writeFile(file, String(days))
          const client = await enter()
          const { expires_at: end, expires_in: seconds } = session.parse(client.session)
          const ahead = (end - seconds - Date.now() / 1000) / 86_400
          assert.ok(Math.abs(ahead - days) < 0.1, `${ahead} days ahead`)
          assert.equal((await client.add(link)).decision, 'accepted')
          acknowledged.add(link)
          await expectWhole(client, acknowledged)
          assert.ok(await isReady(app.url))
        }
        return `by ${JUMPS.join(', ')} days: an add each, all there once and enriched`
      },
      { env },
    )
  } finally {
    await rm(dir, { recursive: true })
  }
}
