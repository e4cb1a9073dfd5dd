import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { feedResponse } from '@antojo/contract/transfer/place-feeds'
import type { AppClient } from '@antojo/testing/client'
import { DomUtils, parseDocument, parseFeed } from 'htmlparser2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

const PUBLIC_URL = 'http://antojo.example'
let node: TestNode
let ana: AppClient
let listId: string

const ids = z.array(z.object({ id: z.uuid() }))
const collection = z.object({
  features: z.array(z.object({ properties: z.object({ name: z.string(), note: z.string().nullable() }) })),
})

beforeAll(async () => {
  node = await startTestNode([], { PUBLIC_URL, SIGNUP: 'open' })
  ana = await node.person('ana')
  await save('Contramar')
  const elsewhere = await save('El Hidalguense')
  await post('user_places', { user_id: ana.userId, place_id: 'osm:Contramar', note: 'con mi jefe' })
  const [list] = ids.parse(await post('video_lists', { user_id: ana.userId, name: 'Domingo' }))
  listId = list?.id ?? ''
  await post('list_videos', { list_id: listId, video_id: elsewhere })
})
afterAll(() => node.stop())

async function post(table: string, row: object, person = ana): Promise<unknown> {
  const headers = { prefer: 'return=representation' }
  const answer = await person.request(`/rest/v1/${table}`, {
    method: 'POST',
    body: JSON.stringify(row),
    headers,
  })
  expect(answer.status).toBe(201)
  return answer.json()
}

async function save(name: string): Promise<string> {
  const url = `https://www.tiktok.com/@ana/video/7${name.length}`
  const place = { enrich_place_id: `osm:${name}`, enrich_place_lat: 19.4, enrich_place_lng: -99.1 }
  const row = { ...place, user_id: ana.userId, platform: 'TikTok', video_url: url, restaurant_name: name }
  return ids.parse(await post('videos', row))[0]?.id ?? ''
}

async function feed(method: 'GET' | 'POST', list?: string, person = ana): Promise<string | undefined> {
  const path = `/places/feeds${list === undefined ? '' : `?list=${list}`}`
  const answer = await person.request(path, { method, ...(method === 'POST' && { body: '{}' }) })
  return feedResponse.parse(await answer.json()).feed?.id
}

/** Reads a feed like any program: without an account. */
function readFeed(
  id: string | undefined,
  file: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${node.url}/feeds/${id}/${file}`, { headers })
}

async function namesIn(id: string | undefined): Promise<string[]> {
  const { features } = collection.parse(await (await readFeed(id, 'places.geojson')).json())
  expect(features.every(({ properties }) => properties.note === null)).toBe(true)
  return features.map(({ properties }) => properties.name)
}

it('shows the collection or a list to programs without an account, and no notes', async () => {
  expect(await feed('GET')).toBeUndefined()
  const id = await feed('POST')
  expect(await feed('POST')).toBe(id)
  expect(await feed('GET')).toBe(id)
  expect(await namesIn(id)).toEqual(['Contramar', 'El Hidalguense'])
  expect(await namesIn(await feed('POST', listId))).toEqual(['El Hidalguense'])
  const csv = await (await readFeed(id, 'places.csv')).text()
  expect(csv).toContain('Contramar')
  expect(csv).not.toContain('jefe')
})

it('is RSS with a position, and KML that Google Earth reads again', async () => {
  const id = await feed('POST')
  const rss = await readFeed(id, 'rss.xml')
  expect(rss.headers.get('content-type')).toContain('application/rss+xml')
  const read = parseFeed(await rss.text())
  expect(read?.items.map(({ title }) => title).toSorted()).toEqual(['Contramar', 'El Hidalguense'])
  expect(read?.items.every(({ link }) => link?.startsWith('https://www.tiktok.com/'))).toBe(true)
  const link = await (await readFeed(id, 'network.kml')).text()
  const [, href = ''] = /<href>(.+)<\/href>/u.exec(link) ?? []
  expect(href).toBe(`${PUBLIC_URL}/feeds/${id}/places.kml`)
  expect(await (await fetch(href.replace(PUBLIC_URL, node.url))).text()).toContain('<Placemark>')
})

it('names the public address, whatever host a request names', async () => {
  const id = await feed('POST')
  for (const path of [`/feeds/${id}/network.kml`, `/feeds/${id}/rss.xml`]) {
    const answer = await textFor('evil.example', path)
    expect(answer).toContain(PUBLIC_URL)
    expect(answer).not.toContain('evil.example')
  }
})

/** The answer to a request with a Host header, which fetch cannot send. */
function textFor(host: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(node.url + path, { headers: { host } }, (answer) => {
      text(answer).then(resolve, reject)
    }).on('error', reject)
  })
}

it('has no markup for feed readers, which read descriptions as HTML', async () => {
  const hostile = '<script src="https://evil.example/x.js"></script><img src=x>'
  const row = { platform: 'TikTok', video_url: 'https://www.tiktok.com/@ana/video/799', title: hostile }
  await post('videos', { ...row, user_id: ana.userId, restaurant_name: '<b>Oscuro</b>' })
  const id = await feed('POST')
  const items = parseFeed(await (await readFeed(id, 'rss.xml')).text())?.items ?? []
  const item = items.find(({ title }) => title?.includes('Oscuro'))
  expect(item?.title).toBe('‹b›Oscuro‹/b›')
  const shown = parseDocument(item?.description ?? '')
  expect(shown.children.map(({ type }) => type)).toEqual(['text'])
  expect(DomUtils.textContent(shown)).toBe(hostile)
})

it('sends a file again only when something changed', async () => {
  const id = await feed('POST')
  const etag = (await readFeed(id, 'places.kml')).headers.get('etag') ?? ''
  const headers = { 'if-none-match': etag }
  expect((await readFeed(id, 'places.kml', headers)).status).toBe(304)
  await save('Rosetta')
  const changed = await readFeed(id, 'places.kml', headers)
  expect(changed.status).toBe(200)
  expect(await changed.text()).toContain('Rosetta')
})

it('ends when the person revokes it or is banned, and is never somebody else’s', async () => {
  const bob = await node.person('bob')
  const id = await feed('POST', listId)
  expect((await bob.request(`/places/feeds/${id}`, { method: 'DELETE', body: '{}' })).status).toBe(404)
  const foreign = await bob.request(`/places/feeds?list=${listId}`, { method: 'POST', body: '{}' })
  expect(foreign.status).toBe(404)
  await node.database.pool.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
    ana.userId,
  ])
  expect((await readFeed(id, 'places.csv')).status).toBe(404)
  await node.database.pool.query('update auth.users set banned_until = null where id = $1', [ana.userId])
  expect((await readFeed(id, 'places.csv')).status).toBe(200)
  expect((await ana.request(`/places/feeds/${id}`, { method: 'DELETE', body: '{}' })).status).toBe(204)
  expect((await readFeed(id, 'places.csv')).status).toBe(404)
  expect((await fetch(`${node.url}/places/feeds`)).status).toBe(401)
})
