import type { PlaceRecord } from '@antojo/places/import/record'
import { importPlaces } from '@antojo/places/import/run-import'
import type { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { importOf, PATIENTLY, preview, rows, start } from './imports.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const NAMES = ['Mesón Zurribarra', '=Fonda; "Quiltrana"', 'Antojería <b>Malpica</b>', 'Cemitas Lobreña']
const PLACES = NAMES.map((name, index): PlaceRecord => ({
  source: 'test',
  sourceId: String(index),
  name,
  address: `Calle ${index} Sur 40`,
  otherNames: [],
  categories: ['restaurant'],
  cuisine: ['mexican'],
  phone: '+52 222 000 0000',
  country: 'MX',
  city: 'Puebla',
  lat: 19.04 + index / 100,
  lng: -98.2,
}))
const video = (index: number) => `https://www.tiktok.com/@olga/video/730000000000000900${index}`

let node: TestNode
let olga: AppClient
beforeAll(async () => {
  node = await startTestNode([])
  await importPlaces(
    node.database.pool,
    (async function* batches() {
      yield PLACES
    })(),
  )
  olga = await node.person('olga')
  const shown = [0, 0, 1, 2]
  const videos = shown.map((place, index) => ({
    user_id: olga.userId,
    platform: 'TikTok',
    video_url: video(index),
    restaurant_name: NAMES[place],
    enrich_place_id: `test:${place}`,
    enrich_place_name: NAMES[place],
    enrich_place_lat: PLACES[place]?.lat,
    enrich_place_lng: -98.2,
    restaurant_cuisine: 'Mexican',
    restaurant_phone: '+52 222 000 0000',
  }))
  const saved = ids.parse(await post('videos', videos))
  const [one, other] = ids.parse(
    await post('video_lists', [
      { user_id: olga.userId, name: 'Domingo; todos' },
      { user_id: olga.userId, name: 'Con Ana' },
    ]),
  )
  await post('list_videos', [
    { list_id: one?.id, video_id: saved[0]?.id },
    { list_id: other?.id, video_id: saved[0]?.id },
    { list_id: other?.id, video_id: saved[3]?.id },
  ])
  await post('user_places', [
    {
      user_id: olga.userId,
      place_id: 'test:0',
      note: '-2 tacos\n=árabes',
      visited_on: ['2026-05-01', '2026-06-02'],
    },
    { user_id: olga.userId, place_id: 'test:3', note: null, visited_on: ['2026-07-03'] },
  ])
  // The second video also shows a place that no other one does.
  const both = [PLACES[0], PLACES[3]].map((place, position) => ({
    user_id: olga.userId,
    video_id: saved[1]?.id,
    place_id: `test:${place?.sourceId}`,
    position,
    name: place?.name,
    address: place?.address,
    lat: place?.lat,
    lng: place?.lng,
  }))
  await post('video_places', both)
  const favorites = ids.parse(
    await (
      await olga.request(`/rest/v1/video_lists?user_id=eq.${olga.userId}&kind=eq.favorites&select=id`)
    ).json(),
  )
  await post('list_videos', { list_id: favorites[0]?.id, video_id: saved[2]?.id })
})
afterAll(() => node.stop())

const ids = z.array(z.object({ id: z.string() }))

async function post(table: string, body: object): Promise<unknown> {
  const headers = { prefer: 'return=representation' }
  const answer = await olga.request(`/rest/v1/${table}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  expect(answer.status).toBe(201)
  return answer.json()
}

/** The videos with their places, and what the person has said and sorted. */
async function collectionOf(person: AppClient) {
  const videos = await rows(person, 'videos')
  const places = await rows(person, 'user_places')
  const answer = await person.request(
    `/rest/v1/video_lists?user_id=eq.${person.userId}&kind=in.(custom,favorites,visited)&select=name,kind,list_videos(videos(enrich_place_id))&order=name`,
  )
  const lists = z
    .array(
      z.object({
        name: z.string(),
        kind: z.string(),
        list_videos: z.array(z.object({ videos: z.object({ enrich_place_id: z.string() }) })),
      }),
    )
    .parse(await answer.json())
  return {
    videos: videos
      .map((row) => [row['video_url'], row['enrich_place_id'], row['restaurant_name']].join(' '))
      .toSorted(),
    said: Object.fromEntries(
      places.map((row) => [String(row['place_id']), [row['note'], row['visited_on']]]),
    ),
    // A map has places, so a list has all videos of each of its places.
    lists: lists.map(({ name, list_videos: held }) => [
      name,
      [...new Set(held.map(({ videos: of }) => of.enrich_place_id))].toSorted(),
    ]),
  }
}

it.each(['geojson', 'kml', 'csv'].flatMap((format) => [[format, 'es'] as const, [format, 'en'] as const]))(
  '%s in the language %s comes back with the same places, videos, notes, visits and lists',
  async (format, language) => {
    const headers = { 'accept-language': language }
    const file = await (await olga.request(`/places/export/${format}`, { headers })).text()
    const other = await node.person(`otra-${format}-${language}`)
    const found = await preview(other, `antojo.${format}`, file)
    expect(found).toMatchObject({ unread: [] })
    await start(
      other,
      found,
      found.parts.map((_, index) => index),
    )
    await expect
      .poll(async () => (await importOf(other, found)).counts, PATIENTLY)
      .toMatchObject({ waiting: 0, reading: 0, identified: 5, open: 0 })
    const was = await collectionOf(olga)
    const is = await collectionOf(other)
    expect(is).toMatchObject({ said: was.said, lists: was.lists })
    // The further place of a video comes back as a place of its own.
    expect(is.videos).toHaveLength(was.videos.length + 1)
    expect(is.videos).toEqual(expect.arrayContaining(was.videos))
    expect(is.videos.join('\n')).toContain('test:3 Cemitas Lobreña')
  },
)

it('gpx comes back with the same places and videos, and without a note that nobody wrote', async () => {
  const file = await (await olga.request('/places/export/gpx')).text()
  const other = await node.person('otra-gpx')
  const found = await preview(other, 'antojo.gpx', file)
  await start(other, found, [0])
  await expect
    .poll(async () => (await importOf(other, found)).counts, PATIENTLY)
    .toMatchObject({ waiting: 0, reading: 0, identified: 5, open: 0 })
  const { videos } = await collectionOf(olga)
  const is = await collectionOf(other)
  expect(is.videos).toEqual(expect.arrayContaining(videos))
  expect(is.said).toEqual({})
})
