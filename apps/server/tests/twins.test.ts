import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { uniteOldTwins } from '../src/features/videos/twins/unite-old.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const post = buildPost({ id: 'twin', title: '📍 Contramar, Ciudad de México' })
const INDEXED = 'antojo:contramar-ciudad-de-mexico'
const known = {
  video_url: 'https://www.tiktok.com/@a/video/1',
  restaurant_name: 'Restaurante Contramar',
  enrich_place_id: 'osm:7',
  enrich_place_lat: 19.4199,
  enrich_place_lng: -99.1675,
}
const places = z.array(z.object({ restaurant_name: z.string(), place_key: z.string() }))

let node: TestNode
let ana: AppClient
beforeEach(async () => {
  node = await startTestNode([post])
  ana = await node.person('ana')
})
afterEach(() => node.stop())

const write = (path: string, body: unknown) =>
  ana.request(`/rest/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })

async function saved(): Promise<z.infer<typeof places>> {
  const read = await ana.request('/rest/v1/videos?select=restaurant_name,place_key&order=created_at')
  return places.parse(await read.json())
}

/** As when an installation of before starts with this version. */
async function uniteAgain(): Promise<number> {
  await node.database.asSystem('test', (tx) =>
    sql`update app.installation set twins_united_at = null`.execute(tx),
  )
  return uniteOldTwins(node.database)
}

const here = { restaurant_name: 'Restaurante Contramar', place_key: 'osm:7' }

test('a video of a place that another source told before joins it', async () => {
  await write('videos', known)
  expect(await ana.add(post.link)).toMatchObject({ decision: 'accepted' })
  expect(await saved()).toEqual([here, here])
  const shown = await ana.request('/rest/v1/video_places?select=place_id')
  expect(await shown.json()).toEqual([{ place_id: 'osm:7' }])
})

test('another place of the name, and one that the person chose instead, stay apart', async () => {
  await write('videos', { ...known, enrich_place_lat: 19.43 })
  await ana.add(post.link)
  expect((await saved()).map(({ place_key }) => place_key)).toEqual(['osm:7', INDEXED])
  await ana.request('/rest/v1/videos?enrich_place_id=eq.osm:7', {
    method: 'PATCH',
    body: JSON.stringify({ enrich_place_lat: known.enrich_place_lat }),
  })
  const chosen = { action: 'confirm-place', input: { videoUrl: post.link, placeId: INDEXED } }
  const answer = await ana.request('/functions/v1/ai', { method: 'POST', body: JSON.stringify(chosen) })
  expect(answer.status).toBe(200)
  expect((await saved()).map(({ place_key }) => place_key)).toEqual(['osm:7', INDEXED])
  expect(await uniteAgain()).toBe(0)
})

test('what stood twice before becomes one place, once, with all that the person said', async () => {
  await write('videos', known)
  const twin = { ...known, video_url: 'https://www.tiktok.com/@a/video/2', restaurant_name: 'CONTRAMAR' }
  await write('videos', { ...twin, enrich_place_id: 'overture:x' })
  await write('user_places', { place_id: 'osm:7', place_name: 'Contramar', note: 'Tostadas de atún' })
  await write('user_places', {
    place_id: 'overture:x',
    place_name: 'Contramar',
    note: 'Reservar',
    want: true,
  })
  expect(await uniteOldTwins(node.database)).toBe(0)
  expect(new Set((await saved()).map(({ place_key }) => place_key)).size).toBe(2)
  expect(await uniteAgain()).toBe(1)
  expect(await saved()).toEqual([here, here])
  const said = await ana.request('/rest/v1/user_places?select=place_id,note,want')
  expect(await said.json()).toEqual([{ place_id: 'osm:7', note: 'Tostadas de atún\nReservar', want: true }])
  expect(await uniteOldTwins(node.database)).toBe(0)
})
