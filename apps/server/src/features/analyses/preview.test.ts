import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pipelineVersion } from '../../identify/evidence/timeouts.ts'
import { previewPost } from './service.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const LINK = 'https://www.tiktok.com/@lupe/video/7000000000000000001'
const CANONICAL = 'https://www.tiktok.com/@_/video/7000000000000000001'

async function store(
  decision: string,
  thumbnail: string | null = 'https://cdn.example/1.jpg',
): Promise<void> {
  const evidence = JSON.stringify({ texts: [], thumbnail })
  const place = { name: 'Contramar', address: 'Durango 200', cuisine: ['mariscos'], categories: [] }
  const result = JSON.stringify({ decision, places: [{ place, confidence: 0.9, why: [], alternatives: [] }] })
  await database.asSystem('store an analysis', (tx) =>
    sql`insert into analyses (canonical_url, platform, pipeline_version, state, evidence, result, steps, finished_at)
      values (${CANONICAL}, 'TikTok', ${pipelineVersion}, 'done', ${evidence}, ${result}, '[]', now())
      on conflict (canonical_url) do update set result = excluded.result, evidence = excluded.evidence`.execute(
      tx,
    ),
  )
}

test('a post whose place is certain has a preview; no other text has one', async () => {
  expect(await previewPost(database, LINK)).toBeNull()
  await store('needs_confirmation')
  expect(await previewPost(database, LINK)).toBeNull()
  await store('accepted')
  expect(await previewPost(database, LINK)).toEqual({
    title: 'Contramar',
    description: 'Durango 200',
    image: '/img?u=https%3A%2F%2Fcdn.example%2F1.jpg&w=1200&shape=card',
  })
  await store('accepted', null)
  expect(await previewPost(database, LINK)).toMatchObject({ image: '/preview/Seafood.png' })
  expect(await previewPost(database, 'tacos')).toBeNull()
})
