import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp } from './app.ts'
import type { App } from './app.ts'
import { AppClient } from './client.ts'
import { buildPost } from './sandbox/post.ts'

/** What only a whole server on its own embedded database can prove, in a process that can be killed. */

const ADDS = 20
const KILLED_AFTER = 7
const CREDENTIALS = { email: 'crash@antojo.test', password: 'tengo-antojo-de-tacos' }
const savedRows = z.array(z.object({ video_url: z.string(), enrich_state: z.string() }))

const posts = Array.from({ length: ADDS }, (_, index) =>
  buildPost({ id: `crash-${index}`, title: 'Salt beef at 3am 🥯 Beigel Bake, Brick Lane, London #london' }),
)
let dataDir: string
let app: App

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'antojo-crash-'))
  app = await startApp({ dataDir, posts })
}, 90_000)

afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true })
})

async function savedVideos(user: AppClient): Promise<z.infer<typeof savedRows>> {
  const response = await user.request('/rest/v1/videos?select=video_url,enrich_state')
  return savedRows.parse(await response.json())
}

test('kill -9 during 20 adds loses nothing acknowledged and doubles nothing; enrichment goes on', async () => {
  const user = await AppClient.enter(app.url, CREDENTIALS)
  const acknowledged: string[] = []
  await Promise.allSettled(
    posts.map(async ({ link }) => {
      const { decision } = await user.add(link)
      if (decision === 'accepted') acknowledged.push(link)
      if (acknowledged.length === KILLED_AFTER) await app.kill()
    }),
  )
  await app.restart()

  const again = await AppClient.enter(app.url, CREDENTIALS)
  const links = (await savedVideos(again)).map(({ video_url: link }) => link)
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLED_AFTER)
  expect(acknowledged.length).toBeLessThan(ADDS)
  expect(links).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(links).size).toBe(links.length)
  const states = async () => new Set((await savedVideos(again)).map(({ enrich_state: state }) => state))
  await expect.poll(states, { timeout: 90_000 }).toEqual(new Set(['done']))
}, 180_000)
