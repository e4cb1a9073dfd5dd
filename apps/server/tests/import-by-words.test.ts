import { importReport } from '@antojo/contract/transfer/imports'
import type { PlaceRecord } from '@antojo/places/import/record'
import { importPlaces } from '@antojo/places/import/run-import'
import { googleList, instagramPosts2026 } from '@antojo/testing/exports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerTo, importOf, PATIENTLY, preview, remove, rows, start } from './imports.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const PUEBLA = { country: 'MX', city: 'Puebla', lat: 19.0414, lng: -98.2063 }
const LEON = { country: 'ES', city: 'León', lat: 42.5987, lng: -5.5671 }

const place = (name: string, where: typeof PUEBLA, address = ''): PlaceRecord => ({
  source: 'test',
  sourceId: `${name} ${where.city} ${address}`,
  name,
  address,
  otherNames: [],
  categories: ['restaurant'],
  cuisine: [],
  ...where,
})

let node: TestNode

beforeAll(async () => {
  node = await startTestNode([])
  const places = [
    ...['Mesón Zurribarra', 'Fonda Quiltrana', 'Antojería Malpica', 'Cemitas Brañal'].map((name) =>
      place(name, PUEBLA),
    ),
    // Another place, whose name contains that of one above.
    place('Cemitas Brañal del Centro', { ...PUEBLA, lat: 19.05 }),
    place('La Espiga', PUEBLA),
    place('La Espiga', LEON),
    place('Tacos Trasquilón', PUEBLA, '5 de Mayo 10'),
    place('Tacos Trasquilón', { ...PUEBLA, lat: 19.06 }, 'Juárez 2000'),
  ]
  await importPlaces(
    node.database.pool,
    (async function* batches() {
      yield places
    })(),
  )
})
afterAll(() => node.stop())

/** Whether the open rows of a person are judged as a part of a saved list; false for those that they singled out. */
async function ofSavedList(userId: string): Promise<unknown[]> {
  const { rows: tries } = await node.database.asSystem('look', (tx) =>
    sql<{ listed: unknown }>`
      select hints->'isOfSavedList' as listed from app.identify_tries where user_id = ${userId}`.execute(tx),
  )
  return tries.map(({ listed }) => listed)
}

it('identifies posts by their captions in the file; what names no place stays out of the collection', async () => {
  const gala = await node.person('gala')
  const about = { hashtags: ['tacos'], owner: ['Lupe', 'lupe'] } as const
  const file = instagramPosts2026([
    { code: 'C9aBcDeFgHi', caption: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX', ...about },
    { code: 'C9aBcDeFgHj', caption: 'Receta: 2 tazas de harina y una pizca de sal', ...about },
  ])
  const found = await preview(gala, 'saved_posts.json', file)
  await start(gala, found, [0])
  await expect
    .poll(async () => (await importOf(gala, found)).counts, PATIENTLY)
    .toEqual({ waiting: 0, known: 0, reading: 0, identified: 1, open: 0, deleted: 0, nameless: 1, later: 0 })
  const saved = await rows(gala, 'videos')
  expect(saved.map(({ restaurant_name: name }) => name)).toEqual(['Contramar'])

  expect(await answerTo(gala, `/imports/${found.id}/report`)).toMatchObject({
    places: [{ name: 'Contramar', city: expect.stringContaining('México'), lat: 19.4196, lng: -99.1672 }],
    questions: [],
  })
  const nameless = await answerTo(gala, `/imports/${found.id}/nameless`)
  expect(nameless).toMatchObject({
    entries: [
      {
        position: 1,
        words: 'Receta: 2 tazas de harina y una pizca de sal',
        reason: 'no_restaurant_name',
      },
    ],
  })
  // The person wants it nevertheless; it then stays in the collection, although no page names its place.
  const body = JSON.stringify({ positions: [1] })
  await gala.request(`/imports/${found.id}/nameless`, { method: 'POST', body })
  await expect
    .poll(async () => (await importOf(gala, found)).counts, PATIENTLY)
    .toMatchObject({ identified: 1, open: 1, nameless: 0, reading: 0 })
  expect(await ofSavedList(gala.userId)).toEqual([false])
  expect((await remove(gala, found)).status).toBe(204)
  expect(await rows(gala, 'videos')).toEqual([])
})

it('places the rows of a list by the other places of the list, and asks only about branches', async () => {
  const paz = await node.person('paz')
  const names = [
    'Mesón Zurribarra',
    'Fonda Quiltrana',
    'Antojería Malpica',
    'Cemitas Brañal',
    'La Espiga',
    'Tacos Trasquilón',
  ]
  const unknown = { name: 'Cocina Sin Mapa', cid: '99', note: 'preguntar por doña Mari' }
  const list = [
    ...names.map((name, index) => ({ name, cid: String(10 + index), note: `nota ${index}` })),
    unknown,
  ]
  const found = await preview(paz, 'Puebla.csv', googleList(list))
  await start(paz, found, [0])
  await expect
    .poll(async () => (await importOf(paz, found)).counts, PATIENTLY)
    .toEqual({ waiting: 0, known: 0, reading: 0, identified: 6, open: 1, deleted: 0, nameless: 0, later: 0 })

  expect(new Set(await ofSavedList(paz.userId))).toEqual(new Set([true]))
  const saved = await rows(paz, 'videos')
  const espiga = saved.find(({ restaurant_name: name }) => name === 'La Espiga')
  expect(espiga).toMatchObject({ enrich_place_id: 'test:La Espiga Puebla ' })
  const path = `/imports/${found.id}`
  const report = async () => importReport.parse(await answerTo(paz, `${path}/report`))
  const none = { missing: 0, unread: 0, nameless: 0, known: 0, deleted: 0, reading: 0 }
  const before = await report()
  expect(before).toMatchObject({
    counts: { ...none, identified: 6, questions: 1 },
    questions: [{ words: 'Tacos Trasquilón', note: 'nota 5' }],
    missing: [],
  })
  const [asked] = before.questions
  const answer = (body: object) =>
    paz.request(`${path}/answers`, {
      method: 'POST',
      body: JSON.stringify({ videoId: asked?.videoId, ...body }),
    })
  expect((await answer({ answer: 'a_place' })).status).toBe(400)
  await answer({ answer: 'none_of_these' })
  expect(await report()).toMatchObject({
    counts: { ...none, identified: 6, questions: 0, missing: 1 },
    questions: [],
    missing: [{ words: 'Tacos Trasquilón' }],
  })
  // Another person's answer changes nothing.
  const eva = await node.person('eva')
  const body = JSON.stringify({ videoId: asked?.videoId, answer: 'not_a_place' })
  expect((await eva.request(`${path}/answers`, { method: 'POST', body })).status).toBe(404)
  expect((await report()).counts).toMatchObject({ missing: 1 })
  await answer({ answer: 'not_a_place' })
  expect((await report()).counts).toEqual({ ...none, identified: 6, questions: 0, nameless: 1 })
  expect(await answerTo(paz, `${path}/nameless`)).toMatchObject({
    entries: [{ words: 'Tacos Trasquilón', reason: 'not_a_restaurant_post' }],
  })
  expect(await answerTo(paz, `${path}/nameless?of=unread`)).toEqual({ entries: [] })
  // A place that no index has keeps its note, too.
  const own = saved.find(({ restaurant_name: name }) => name === 'Cocina Sin Mapa')
  expect(await rows(paz, 'user_places')).toContainEqual(
    expect.objectContaining({ place_id: own?.['id'], note: 'preguntar por doña Mari' }),
  )
  await remove(paz, found)
  expect(await rows(paz, 'user_places')).toEqual([])
})

it('makes one row of a place and the video beside it', async () => {
  const rita = await node.person('rita')
  const video = 'https://www.tiktok.com/@rita/video/7300000000000000077'
  const table = `nombre,video,mapa,nota\nFonda Quiltrana,${video},"https://www.google.com/maps/place/Fonda+Quiltrana/@19.0414,-98.2063,17z",ir temprano\n`
  const found = await preview(rita, 'lugares.csv', table)
  await start(
    rita,
    found,
    found.parts.map((_, index) => index),
  )
  await expect
    .poll(async () => (await importOf(rita, found)).counts, PATIENTLY)
    .toMatchObject({ waiting: 0, reading: 0, identified: 1, open: 0 })
  expect(await rows(rita, 'videos')).toMatchObject([
    { video_url: video, restaurant_name: 'Fonda Quiltrana', enrich_place_id: 'test:Fonda Quiltrana Puebla ' },
  ])
  expect(await rows(rita, 'user_places')).toMatchObject([{ note: 'ir temprano' }])
  await remove(rita, found)
  expect([await rows(rita, 'videos'), await rows(rita, 'user_places')]).toEqual([[], []])
})
