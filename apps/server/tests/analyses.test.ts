import { acceptedResponse } from '@antojo/contract/ai'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { removeOldAnalyses } from '../src/features/analyses/service.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const TITLE = 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos'
const post = (id: string) => buildPost({ id, title: TITLE })

let node: TestNode
let ana: AppClient
beforeAll(async () => {
  node = await startTestNode(['fails', 'often', 'saved', 'unsaved'].map(post))
  ana = await node.person('ana')
})
afterAll(() => node.stop())
beforeEach(() => node.sandbox.requests.clear())

function ask(action: string, input: object): Promise<Response> {
  return ana.request('/functions/v1/ai', { method: 'POST', body: JSON.stringify({ action, input }) })
}
const retry = (id: string) => ask('retry', { videoUrl: post(id).link })

async function analysisOf(id: string) {
  return node.database.asSystem('read', (tx) =>
    tx
      .selectFrom('analyses')
      .select(['state', 'decision', 'error_code'])
      .where('canonical_url', 'like', `%${post(id).link.split('/').at(-1)}`)
      .executeTakeFirst(),
  )
}

it('a failed reading replaces no earlier result, neither for its requester nor for others', async () => {
  await ana.add(post('fails').link)
  const before = await analysisOf('fails')
  expect(before).toMatchObject({ state: 'done', decision: 'accepted' })
  node.sandbox.addPost(buildPost({ id: 'fails', failure: 'gone' }))
  const again = await retry('fails')
  expect(acceptedResponse.parse(await again.json()).best.name).toBe('Contramar')
  expect(node.sandbox.requests.count('TikTok oEmbed')).toBeGreaterThan(0)
  expect(await analysisOf('fails')).toEqual(before)
  const luis = await node.person('luis')
  expect(await luis.add(post('fails').link)).toMatchObject({ decision: 'accepted' })
})

it('reads a post again five times an hour for all people together, then answers with the stored result', async () => {
  await ana.add(post('often').link)
  node.sandbox.requests.clear()
  for (let times = 0; times < 8; times += 1) expect((await retry('often')).status).toBe(200)
  expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(5)
  await node.database.asSystem('an hour later', (tx) =>
    sql`update analyses set reread_since = reread_since - interval '61 minutes'`.execute(tx),
  )
  expect((await retry('often')).status).toBe(200)
  expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(6)
})

it('removes analyses without a saved video after three days, and keeps the others', async () => {
  await ana.add(post('saved').link)
  await ask('find', { mediaUrl: post('unsaved').link })
  const age = (days: number) =>
    node.database.asSystem('later', (tx) =>
      sql`update analyses set finished_at = now() - make_interval(days => ${days})`.execute(tx),
    )
  await age(2)
  expect(await removeOldAnalyses(node.database, 180)).toBe(0)
  await age(4)
  expect(await removeOldAnalyses(node.database, 180)).toBe(1)
  expect(await analysisOf('unsaved')).toBeUndefined()
  expect(await analysisOf('saved')).toMatchObject({ state: 'done' })
  await age(181)
  await removeOldAnalyses(node.database, 180)
  expect(await analysisOf('saved')).toBeUndefined()
})
