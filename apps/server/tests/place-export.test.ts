import { SAVED_COUNT_HEADER } from '@antojo/contract/transfer/place-export'
import type { AppClient } from '@antojo/testing/client'
import { DomUtils, parseDocument } from 'htmlparser2'
import { sql } from 'kysely'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

const HOSTILE = `=HYPERLINK("https://evil.example") </name><script>alert(1)</script> & 'Tacos'`
const FOREIGN = '<img src=x onerror=alert(1)>'
const FORMULAS = ['Tacos;=1+1', '\uFF1D1+1', '\u0001=1+1', ' @SUM(1)', 'a\r\n-2+2', '\u200B+1|x']

const { findAll, getElementsByTagName, textContent } = DomUtils

let node: TestNode
let ana: AppClient
let luis: AppClient
let eva: AppClient

beforeAll(async () => {
  node = await startTestNode([])
  ana = await node.person('ana')
  luis = await node.person('luis')
  eva = await node.person('eva')
  const place = (name: string, id: string, lat: number | null) => ({
    restaurant_name: name,
    enrich_place_id: id,
    enrich_place_address: 'Calle de Durango 200, Roma Norte',
    enrich_place_lat: lat,
    enrich_place_lng: lat === null ? null : -99.1,
    platform: 'TikTok',
    user_id: ana.userId,
  })
  const rows = [
    place('Contramar', 'osm:n1', 19.4),
    place('Contramar', 'osm:n1', 19.4),
    place(HOSTILE, 'osm:n2', 19.5),
    place('Sin Mapa', 'osm:n3', null),
  ].map((row, index) => ({
    ...row,
    video_url: `https://www.tiktok.com/@ana/video/70000000000000000${index}`,
  }))
  const formulas = FORMULAS.map((name, index) => ({
    restaurant_name: name,
    restaurant_phone: '+52 55 1234-5678',
    restaurant_website: 'javascript:alert(1)',
    restaurant_cuisine: FOREIGN,
    platform: 'TikTok',
    user_id: eva.userId,
    video_url: `https://www.tiktok.com/@eva/video/71000000000000000${index}`,
  }))
  await eva.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(formulas) })
  const saved = await ana.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(rows) })
  if (!saved.ok) throw new Error(await saved.text())
})
afterAll(() => node.stop())

async function file(person: AppClient, path: string): Promise<string> {
  const answer = await person.request(`/places/export/${path}`)
  expect(answer.status).toBe(200)
  return answer.text()
}

const collection = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.array(z.number()) }).nullable(),
      properties: z.object({ name: z.string(), videos: z.array(z.string()) }),
    }),
  ),
})

it('has each place once, with all its videos, as GeoJSON', async () => {
  const { features } = collection.parse(JSON.parse(await file(ana, 'geojson')))
  expect(features.map(({ properties }) => [properties.name, properties.videos.length])).toEqual([
    ['Contramar', 2],
    [HOSTILE, 1],
    ['Sin Mapa', 1],
  ])
  expect(features.map(({ geometry }) => geometry?.coordinates)).toEqual([
    [-99.1, 19.4],
    [-99.1, 19.5],
    undefined,
  ])
})

it.each([
  ['kml', 'Placemark', 3],
  ['gpx', 'wpt', 2],
])('is %s in which foreign text stays text', async (format, element, places) => {
  const text = await file(ana, format)
  const names: string[] = []
  const walk = (nodes: readonly unknown[]): void => {
    for (const found of z
      .array(z.looseObject({ name: z.string().optional(), children: z.array(z.unknown()).optional() }))
      .parse(nodes)) {
      if (found.name !== undefined) names.push(found.name)
      walk(found.children ?? [])
    }
  }
  walk(parseDocument(text, { xmlMode: true }).children)
  expect(names.filter((name) => name === element)).toHaveLength(places)
  expect(names).not.toContain('script')
})

const rows = z.array(z.record(z.string(), z.string()))

it('is a table without formulas', async () => {
  const data = rows.parse(parse(await file(ana, 'csv'), { bom: true, columns: true }))
  expect(data.map((row) => row['Nombre'])).toEqual(['Contramar', `'${HOSTILE}`, 'Sin Mapa'])
  expect(data[0]).toMatchObject({
    Latitud: '19.4',
    Longitud: '-99.1',
    Dirección: 'Calle de Durango 200, Roma Norte',
  })
})

it.each([
  [
    'es',
    'Nombre,Cocina,Dirección,Nota,Visitas,Listas,Videos,Teléfono,Página web,Latitud,Longitud',
    'Mariscos, Fondue',
  ],
  [
    'en',
    'Name,Cuisine,Address,Note,Visited,Lists,Videos,Phone,Website,Latitude,Longitude',
    'Seafood, Fondue',
  ],
])('is a table in the language of the app: %s', async (language, headings, cuisine) => {
  const rita = await node.person(`rita-${language}`)
  const posts = [
    { restaurant_name: 'Contramar', restaurant_cuisine: 'Seafood, Fondue', video_url: 'https://a.example/1' },
  ].map((row) => ({ ...row, platform: 'TikTok', user_id: rita.userId }))
  await rita.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(posts) })
  const answer = await rita.request('/places/export/csv', { headers: { 'accept-language': language } })
  const [head, row] = z.array(z.array(z.string())).parse(parse(await answer.text(), { bom: true }))
  expect(head?.join(',')).toBe(headings)
  expect(row?.slice(0, 2)).toEqual(['Contramar', cuisine])
})

it('has a row for each further place of a post, and says how many there are', async () => {
  const tere = await node.person('tere')
  const saved = await tere.request('/rest/v1/videos?select=id', {
    method: 'POST',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify({
      user_id: tere.userId,
      platform: 'TikTok',
      video_url: 'https://www.tiktok.com/@tere/video/7200000000000000001',
      restaurant_name: 'Contramar',
      enrich_place_id: 'osm:n1',
      enrich_place_lat: 19.4,
      enrich_place_lng: -99.1,
    }),
  })
  const [video] = z.array(z.object({ id: z.string() })).parse(await saved.json())
  const shown = ['Contramar', 'Entremar', 'Sin Mapa'].map((name, index) => ({
    user_id: tere.userId,
    video_id: video?.id,
    place_id: `osm:n${index + 1}`,
    position: index,
    name,
    lat: name === 'Sin Mapa' ? null : 19.4,
    lng: name === 'Sin Mapa' ? null : -99.1,
    cuisine: ['Seafood'],
  }))
  const placed = await tere.request('/rest/v1/video_places', { method: 'POST', body: JSON.stringify(shown) })
  expect(placed.status).toBe(201)
  const answer = await tere.request('/places/export/csv')
  expect(answer.headers.get(SAVED_COUNT_HEADER)).toBe('3')
  const data = rows.parse(parse(await answer.text(), { bom: true, columns: true }))
  expect(data.map((row) => [row['Nombre'], row['Videos']])).toEqual(
    ['Contramar', 'Entremar', 'Sin Mapa'].map((name) => [
      name,
      'https://www.tiktok.com/@tere/video/7200000000000000001',
    ]),
  )
  const gpx = await tere.request('/places/export/gpx')
  expect(gpx.headers.get(SAVED_COUNT_HEADER)).toBe('2')
})

it('is a table without formulas in any program that reads it', async () => {
  const text = await file(eva, 'csv')
  expect(text).toContain('\n"Tacos;\'=1+1",')
  const data = rows.parse(parse(text, { bom: true, columns: true }))
  expect(new Set(data.map((row) => row['Nombre']))).toEqual(
    new Set(["Tacos;'=1+1", "'\uFF1D1+1", "'=1+1", "' @SUM(1)", "a\r\n'-2+2", "'\u200B+1|x"]),
  )
  expect(data.every((row) => row['Teléfono'] === '+52 55 1234-5678' && row['Página web'] === '')).toBe(true)
})

it.each(['kml', 'gpx', 'geojson', 'csv'])('has no address in %s but those of the web', async (format) => {
  expect(await file(eva, format)).not.toContain('javascript:')
})

it('has no markup in KML for a program that reads descriptions as HTML', async () => {
  const marks = getElementsByTagName('description', parseDocument(await file(eva, 'kml'), { xmlMode: true }))
  expect(marks).toHaveLength(FORMULAS.length)
  for (const mark of marks) {
    const shown = parseDocument(textContent(mark))
    expect(findAll(() => true, shown.children)).toEqual([])
    expect(textContent(shown)).toContain(FOREIGN)
  }
})

it('has the places of a list for those who may read it, and for no one else', async () => {
  const list = { name: 'Mariscos', user_id: ana.userId, visibility: 'private' }
  const made = await ana.request('/rest/v1/video_lists?select=id', {
    method: 'POST',
    body: JSON.stringify(list),
    headers: { prefer: 'return=representation' },
  })
  const id = z.array(z.object({ id: z.string() })).parse(await made.json())[0]?.id ?? ''
  const videos = await ana.request('/rest/v1/videos?select=id&enrich_place_id=eq.osm:n1&limit=1')
  const video = z.array(z.object({ id: z.string() })).parse(await videos.json())[0]?.id
  const link = { list_id: id, video_id: video }
  expect(
    (await ana.request('/rest/v1/list_videos', { method: 'POST', body: JSON.stringify(link) })).status,
  ).toBe(201)
  const { features } = collection.parse(JSON.parse(await file(ana, `geojson?list=${id}`)))
  expect(features.map(({ properties }) => properties.name)).toEqual(['Contramar'])
  expect((await luis.request(`/places/export/geojson?list=${id}`)).status).toBe(404)
  expect((await fetch(`${node.url}/places/export/geojson`)).status).toBe(401)
  expect((await ana.request('/places/export/exe')).status).toBe(400)
  expect(collection.parse(JSON.parse(await file(luis, 'geojson'))).features).toEqual([])
})

it('has each of many places once, in order, with the videos that show it', async () => {
  const rosa = await node.person('rosa')
  await node.database.asSystem('test', (tx) =>
    sql`insert into videos (user_id, platform, video_url, restaurant_name, enrich_place_id)
        select ${rosa.userId}, 'TikTok', 'https://www.tiktok.com/@rosa/video/8' || n, 'Tacos', 'osm:n' || n % 1300
          from generate_series(1, 2600) n`.execute(tx),
  )
  const ids = z.object({ features: z.array(z.object({ id: z.string() })) })
  const text = await file(rosa, 'geojson')
  const places = ids.parse(JSON.parse(text)).features.map(({ id }) => id)
  expect(places).toEqual(Array.from({ length: 1300 }, (_, n) => `osm:n${n}`).toSorted())
  expect(
    collection.parse(JSON.parse(text)).features.every(({ properties }) => properties.videos.length === 2),
  ).toBe(true)
})
