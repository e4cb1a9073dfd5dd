import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAreas } from '@antojo/places/areas'
import { readByFetch } from '@antojo/places/import/overture/read-by-fetch.fixture'
import { undoUpdate } from '@antojo/places/import/overture/update-area'
import type { AppClient } from '@antojo/testing/client'
import { type CityRelease, startCityRelease } from '@antojo/testing/overture/city-release'
import { buildPost } from '@antojo/testing/sandbox/post'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { GUEST_ACTOR } from '../src/core/request-scope.ts'
import { tellChanges, updateAtNight } from '../src/features/areas/update-areas.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const NAMES = ['La Chata de Juárez', 'El Compadre Nacho', 'El Pilón Dorado']
const posts = NAMES.map((name, at) => buildPost({ id: `post${at}`, title: `📍 ${name}, Guadalajara` }))
const AT_NIGHT = new Date(2026, 10, 20, 2, 30)
const BY_DAY = new Date(2026, 10, 20, 13)

const savedRows = z.array(z.object({ restaurant_name: z.string().nullable() }))
const rowIds = z.array(z.object({ id: z.string() }))
const newsRows = z.array(z.object({ place_name: z.string(), news: z.unknown(), note: z.string().nullable() }))

let release: CityRelease
let node: TestNode
let ana: AppClient
let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-updates-'))
  release = await startCityRelease()
  node = await startTestNode(posts, { PLACES_ON_DEMAND: 'on', OVERTURE_URL: release.url })
  ana = await node.person('ana')
  for (const { link } of posts) await ana.add(link)
  await vi.waitUntil(async () => (await names()).join() === NAMES.join(), { timeout: 30_000 })
})
afterEach(async () => {
  await node.stop()
  await release.close()
  await rm(dir, { recursive: true })
})

async function names(path = 'videos?select=restaurant_name&order=created_at'): Promise<(string | null)[]> {
  const read = await (await ana.request(`/rest/v1/${path}`)).json()
  return savedRows.parse(read).map((row) => row.restaurant_name)
}

async function news(): Promise<z.infer<typeof newsRows>> {
  const path = '/rest/v1/user_places?select=place_name,news,note&news=not.is.null&order=place_name'
  return newsRows.parse(await (await ana.request(path)).json())
}

const update = (now = AT_NIGHT): Promise<number> =>
  updateAtNight(
    { database: node.database, overtureUrl: release.url, dir, log: pino({ level: 'silent' }) },
    () => now,
    { read: readByFetch, check: () => undefined },
  )

test('at night an area is brought to a newer release, and people learn of their places; nothing of theirs changes', async () => {
  await release.publishNovember()
  const requests = release.sent.requests
  expect(await update(BY_DAY)).toBe(0)
  expect(release.sent.requests).toBe(requests)
  await ana.request('/rest/v1/user_places', {
    method: 'POST',
    body: JSON.stringify({
      place_id: 'overture:La-Chata-de-Juárez',
      place_name: NAMES[0],
      note: 'La de la esquina',
    }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await update()).toBe(1)
  const of = { source: 'overture', release: '2026-11-18.0' }
  expect(await news()).toEqual([
    {
      place_name: NAMES[1],
      note: null,
      news: { lat: expect.closeTo(20.6716, 4), lng: expect.closeTo(-103.3476, 4), ...of },
    },
    { place_name: NAMES[2], note: null, news: { name: 'La Pila Dorada', ...of } },
    { place_name: NAMES[0], note: 'La de la esquina', news: { closed: true, ...of } },
  ])
  expect(await names()).toEqual(NAMES)
  for (const path of ['videos?restaurant_name=like.La*', 'rpc/search_videos?q=cerrados'])
    expect(await (await ana.request(`/rest/v1/${path}&select=restaurant_name,place_news`)).json()).toEqual([
      { restaurant_name: NAMES[0], place_news: { closed: true, ...of } },
    ])
  for (const show_creator of [true, false]) {
    await ana.request('/rest/v1/videos?restaurant_name=like.La*', {
      method: 'PATCH',
      body: JSON.stringify({ visibility: 'public', share_options: { show_creator } }),
    })
    const asGuest = await fetch(`${node.url}/rest/v1/rpc/public_videos?select=restaurant_name,place_news`)
    // A row without its creator has another id, by which nothing of its owner is found.
    const place_news = show_creator ? { closed: true, ...of } : null
    expect(await asGuest.json()).toEqual([{ restaurant_name: NAMES[0], place_news }])
  }
  for (const word of ['cerrados', 'cerrado', 'closed'])
    expect(await names(`rpc/search_videos?q=${word}&select=restaurant_name`)).toEqual([NAMES[0]])
  expect(await names('rpc/search_videos?q=esquina&select=restaurant_name')).toContain(NAMES[0])
  expect(await update()).toBe(0)
})

test('a visitor of a shared list sees what closed, and cannot ask about other places of its owner', async () => {
  await release.publishNovember()
  await update()
  const json = { 'content-type': 'application/json' }
  const [list] = rowIds.parse(
    await (
      await ana.request('/rest/v1/video_lists?select=id', {
        method: 'POST',
        body: JSON.stringify({ name: 'Domingos', visibility: 'unlisted' }),
        headers: { ...json, prefer: 'return=representation' },
      })
    ).json(),
  )
  const [video] = rowIds.parse(
    await (await ana.request('/rest/v1/videos?select=id&restaurant_name=like.La*')).json(),
  )
  await ana.request('/rest/v1/list_videos', {
    method: 'POST',
    body: JSON.stringify({ list_id: list?.id, video_id: video?.id }),
    headers: json,
  })
  await node.database.withActor(GUEST_ACTOR, async (tx) => {
    const seen = await sql`select restaurant_name, place_news(v) as news
      from read_list_videos(${list?.id}::uuid) v`.execute(tx)
    expect(seen.rows).toMatchObject([{ restaurant_name: NAMES[0], news: { closed: true } }])
    const made = await sql`select place_news(jsonb_populate_record(v, '{"id": null}')) as news
      from read_list_videos(${list?.id}::uuid) v`.execute(tx)
    expect(made.rows).toEqual([{ news: null }])
    const guessed = await sql`select place_news(jsonb_populate_record(v, '{"enrich_place_id": "x"}')) as news
      from read_list_videos(${list?.id}::uuid) v`.execute(tx)
    expect(guessed.rows).toEqual([{ news: null }])
  })
})

test('a place that closed and is in the next release again is told as back', async () => {
  await release.publishNovember()
  await update()
  await release.publishDecember()
  expect(await update()).toBe(1)
  const chata = (await news()).find(({ place_name }) => place_name === NAMES[0])
  expect(chata?.news).toEqual({ back: true, source: 'overture', release: '2026-12-16.0' })
  expect(await names('rpc/search_videos?q=cerrados&select=restaurant_name')).toEqual([])
  expect(await names('rpc/search_videos?q=cambios&select=restaurant_name')).toContain(NAMES[0])
})

test('what is undone is told no more, and an undone release does not come by itself', async () => {
  await release.publishNovember()
  await update()
  const [area] = await listAreas(node.database.pool)
  if (area === undefined) throw new Error('no area')
  await undoUpdate(node.database.pool, area)
  await tellChanges(node.database)
  expect(await news()).toEqual([])
  expect(await names('rpc/search_videos?q=cerrados&select=restaurant_name')).toEqual([])
  expect(await update()).toBe(0)
  await release.publishDecember()
  expect(await update()).toBe(1)
  expect(await news()).toEqual([])
})
