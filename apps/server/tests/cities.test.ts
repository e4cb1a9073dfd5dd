import { areasResponse, citySearchResponse, knownArea } from '@antojo/contract/places'
import type { AppClient } from '@antojo/testing/client'
import { type CityRelease, startCityRelease } from '@antojo/testing/overture/city-release'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

let release: CityRelease
let node: TestNode
let chief: AppClient
let ana: AppClient

beforeEach(async () => {
  release = await startCityRelease()
  const env = { PLACES_ON_DEMAND: 'on', OVERTURE_URL: release.url, ADMIN_EMAILS: 'jefa@antojo.test' }
  node = await startTestNode([], env)
  chief = await node.person('jefa')
  ana = await node.person('ana')
})
afterEach(async () => {
  await node.stop()
  await release.close()
})

const search = async (q: string) =>
  citySearchResponse.parse(
    await (await ana.request(`/places/areas/search?q=${encodeURIComponent(q)}`)).json(),
  ).cities
const list = async (who = ana) => areasResponse.parse(await (await who.request('/places/areas')).json())
const add = async (city: object, who = ana): Promise<Response> =>
  who.request('/places/areas', { method: 'POST', body: JSON.stringify(city) })

const TYPED = [
  ['CDMX', 'Ciudad de México', 'MX'],
  ['서울', 'Seúl', 'KR'],
  ['leeds', 'Leeds', 'GB'],
  ['guadalaj', 'Guadalajara', 'MX'],
] as const

test('cities are found by any of their names and by the beginning of one', { tags: 'slow' }, async () => {
  for (const [typed, name, country] of TYPED)
    expect((await search(typed))[0]).toMatchObject({ name, country })
})

test('a city that was chosen is fetched, known to everybody, and forgotten by an administrator alone', async () => {
  const [leeds] = await search('Leeds')
  const added = await add(leeds ?? {})
  expect(added.status).toBe(202)
  const { id } = knownArea.parse(await added.json())
  await expect
    .poll(async () => (await list()).areas, { timeout: 30_000 })
    .toMatchObject([{ id, name: 'Leeds', state: 'done', release: '2026-10-21.0' }])
  const [known] = (await list()).areas
  // Some places of the release lie outside the box of the city.
  expect(known?.places).toBeGreaterThan(300)
  const before = (await list()).places
  const requests = release.sent.requests
  await add(leeds ?? {})
  expect(release.sent.requests).toBe(requests)
  expect((await ana.request(`/places/areas/${id}`, { method: 'DELETE', body: '{}' })).status).toBe(403)
  expect((await chief.request(`/places/areas/${id}`, { method: 'DELETE', body: '{}' })).status).toBe(204)
  expect(await list()).toMatchObject({ areas: [], places: before - (known?.places ?? 0) })
})

test('a fetch that goes on is cancelled by an administrator', { tags: 'slow' }, async () => {
  const send = release.hold()
  const [leeds] = await search('Leeds')
  const { id } = knownArea.parse(await (await add(leeds ?? {})).json())
  const { places } = await list()
  await expect
    .poll(async () => (await list()).areas, { timeout: 30_000 })
    .toMatchObject([{ state: 'running' }])
  expect((await chief.request(`/places/areas/${id}`, { method: 'DELETE', body: '{}' })).status).toBe(204)
  send()
  const [guadalajara] = await search('Guadalajara')
  await add(guadalajara ?? {})
  await expect
    .poll(async () => (await list()).areas, { timeout: 30_000 })
    .toMatchObject([{ name: 'Guadalajara', state: 'done' }])
  const [known] = (await list()).areas
  expect((await list()).places).toBe(places + (known?.places ?? 0))
})

test('only a city of the gazetteer, and only by a person with an account', async () => {
  expect((await add({ name: 'Leeds', country: 'GB', lat: 0, lng: 0 })).status).toBe(400)
  const guest = await fetch(`${node.url}/places/areas`)
  expect(guest.status).toBe(401)
  expect((await list()).areas).toEqual([])
})

test('cities that people choose count for the day of all together', async () => {
  await node.database.pool.query(
    `insert into place_areas (name, source, release, west, south, east, north)
     select 'Area', 'overture', '', n, 0, n + 1, 1 from generate_series(1, 50) n`,
  )
  const [leeds] = await search('Leeds')
  const refused = await add(leeds ?? {})
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  await node.database.pool.query(`update place_areas set wanted_at = now() - interval '25 hours'`)
  expect((await add(leeds ?? {})).status).toBe(202)
})

test('an administrator brings a city to the newest release', async () => {
  const [city] = await search('Guadalajara')
  const { id } = knownArea.parse(await (await add(city ?? {})).json())
  const state = async () => (await list()).areas
  await expect.poll(state, { timeout: 30_000 }).toMatchObject([{ state: 'done', isUpdating: false }])
  await release.publishNovember()
  const update = (who: AppClient) => who.request(`/places/areas/${id}/update`, { method: 'POST', body: '{}' })
  expect((await update(ana)).status).toBe(403)
  release.behave('html', 5)
  await update(chief)
  await expect
    .poll(state, { timeout: 30_000 })
    .toMatchObject([{ release: '2026-10-21.0', state: 'done', isUpdating: false, reason: 'wrong_content' }])
  release.behave('none')
  const asked = await update(chief)
  expect([asked.status, knownArea.parse(await asked.json()).isUpdating]).toEqual([202, true])
  await expect
    .poll(state, { timeout: 30_000 })
    .toMatchObject([{ release: '2026-11-18.0', state: 'done', isUpdating: false, reason: null }])
  expect((await update(chief)).status).toBe(202)
  await expect.poll(state, { timeout: 30_000 }).toMatchObject([{ isUpdating: false }])
})
