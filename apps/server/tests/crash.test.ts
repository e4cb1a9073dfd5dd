import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type App, startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

const posts = Array.from({ length: 20 }, (_, index) =>
  buildPost({
    id: `post-${index}`,
    title: `Día ${index}: tostadas 📍 Contramar, Roma Norte, CDMX #mariscos`,
  }),
)
const account = { email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' }
const kills = 3
const rowsOf = z.array(z.object({ video_url: z.string(), enrich_progress: z.number() }))

let app: App
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'antojo-crash-'))
  app = await startApp({ dataDir, posts, env: { RATE_LIMITS: 'off' } })
}, 120_000)
afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('kill -9 during 20 adds in a row loses nothing acknowledged and doubles nothing', async () => {
  const acknowledged = new Set<string>()
  const killAt = new Set(Array.from({ length: kills }, (_, index) => 3 + index * 6))
  let client = await AppClient.enter(app.url, account)
  for (const [index, post] of posts.entries()) {
    const added = client.add(post.link).then(
      (outcome) => outcome.decision === 'accepted' && acknowledged.add(post.link),
      () => false,
    )
    if (!killAt.has(index)) {
      await added
      continue
    }
    await wait(Math.random() * 120)
    await app.kill()
    await added
    await app.restart()
    client = await AppClient.enter(app.url, account)
  }
  const read = async () =>
    rowsOf.parse(await (await client.request('/rest/v1/videos?select=video_url,enrich_progress')).json())
  const saved = (await read()).map(({ video_url: url }) => url)
  expect(acknowledged.size).toBeGreaterThanOrEqual(posts.length - kills)
  expect(saved).toHaveLength(new Set(saved).size)
  expect(saved).toEqual(expect.arrayContaining([...acknowledged]))
  const enriched = async () => (await read()).every(({ enrich_progress: progress }) => progress === 100)
  await expect.poll(enriched, { timeout: 60_000, interval: 500 }).toBe(true)
}, 300_000)
