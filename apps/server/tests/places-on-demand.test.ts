import type { AppClient } from '@antojo/testing/client'
import { createPlaceIndex } from '@antojo/places/place-index'
import { startCityRelease } from '@antojo/testing/overture/city-release'
import type { ReleaseServer } from '@antojo/testing/overture/release-server'
import { buildPost } from '@antojo/testing/sandbox/post'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

const first = buildPost({ id: 'first', title: 'La mejor torta ahogada 📍 La Chata de Juárez, Guadalajara' })
const second = buildPost({ id: 'second', title: '📍 El Compadre Nacho, Guadalajara, Jalisco' })
const far = buildPost({ id: 'far', title: 'Fuimos a La Chata de Juárez en Guadalajara, Jalisco, México' })
const leeds = buildPost({ id: 'leeds', title: 'Sunday roast at Whitelock’s Ale House in Leeds #leedsfood' })
const wedding = buildPost({ id: 'wedding', title: 'Nos casamos en Guadalajara y fue hermoso' })
const recipe = buildPost({ id: 'recipe', title: 'Receta de birria estilo Guadalajara: ingredientes y pasos' })

const rows = z.array(
  z.object({
    identify_state: z.string(),
    identify_area: z.string().nullable(),
    restaurant_name: z.string().nullable(),
  }),
)

let release: ReleaseServer
let node: TestNode
let ana: AppClient

beforeEach(async () => {
  release = await startCityRelease()
  node = await startTestNode([first, second, far, leeds, recipe, wedding], {
    PLACES_ON_DEMAND: 'on',
    OVERTURE_URL: release.url,
  })
  ana = await node.person('ana')
})
afterEach(async () => {
  await node.stop()
  await release.close()
})

async function videos(who = ana): Promise<z.infer<typeof rows>> {
  const select = 'select=identify_state,identify_area,restaurant_name&order=created_at'
  return rows.parse(await (await who.request(`/rest/v1/videos?${select}`)).json())
}

async function areas(): Promise<unknown> {
  const { rows: found } = await node.database.pool.query(
    'select name, state, reason, wanted_for, next_try_at > now() as rests from place_areas order by id',
  )
  return found
}

const places = async (): Promise<number> =>
  (await node.database.pool.query('select from places')).rowCount ?? Number.NaN

test('a recipe and a city by the way fetch nothing; a post of an unknown city gets its restaurant once that was fetched, the next one at once', async () => {
  const send = release.hold()
  expect(await ana.add(recipe.link)).toEqual({ decision: 'weak_data' })
  expect(await ana.add(wedding.link)).toEqual({ decision: 'weak_data' })
  const open = { identify_state: 'unidentified' }
  expect([await videos(), await areas()]).toMatchObject([[open, open], []])
  await ana.request('/rest/v1/videos?id=not.is.null', { method: 'DELETE' })
  expect(await ana.add(first.link)).toEqual({ decision: 'weak_data' })
  expect(await videos()).toMatchObject([{ identify_state: 'running', identify_area: 'Guadalajara' }])
  send()
  const found = { identify_state: 'identified', identify_area: null, restaurant_name: 'La Chata de Juárez' }
  await expect.poll(() => videos(), { timeout: 30_000 }).toEqual([found])
  expect(await areas()).toMatchObject([{ name: 'Guadalajara', state: 'done', wanted_for: 'pin' }])
  const requests = release.sent.requests
  expect(await ana.add(second.link)).toMatchObject({
    decision: 'accepted',
    restaurants: ['El Compadre Nacho'],
  })
  expect(release.sent.requests).toBe(requests)
})

test('a place of the same name elsewhere is no answer before the city that the post names was fetched', async () => {
  const elsewhere = {
    source: 'osm',
    sourceId: '1',
    name: 'La Chata de Juárez',
    categories: ['restaurant'],
    cuisine: ['mexican'],
    lat: 25.67,
    lng: -100.31,
    city: 'Monterrey',
    country: 'MX',
  }
  await createPlaceIndex(node.database.pool).remember([elsewhere])
  await ana.add(far.link)
  await expect
    .poll(() => videos(), { timeout: 30_000 })
    .toMatchObject([{ restaurant_name: 'La Chata de Juárez' }])
  const saved = await ana.request('/rest/v1/videos?select=enrich_place_id')
  expect(await saved.json()).toEqual([{ enrich_place_id: 'overture:La-Chata-de-Juárez' }])
})

test('two people with posts of one city cause one fetch', { tags: 'slow' }, async () => {
  const bob = await node.person('bob')
  await Promise.all([ana.add(first.link), bob.add(second.link)])
  await expect
    .poll(() => videos(bob), { timeout: 30_000 })
    .toMatchObject([{ restaurant_name: 'El Compadre Nacho' }])
  await expect.poll(() => videos()).toMatchObject([{ restaurant_name: 'La Chata de Juárez' }])
  expect(await areas()).toHaveLength(1)
})

test(
  'a failing bucket is left alone, the index stays as it was, and its recovery answers the posts',
  { tags: 'slow' },
  async () => {
    release.behave('html')
    const before = await places()
    await ana.add(first.link)
    await expect.poll(() => videos(), { timeout: 30_000 }).toMatchObject([{ identify_state: 'unidentified' }])
    expect(await areas()).toMatchObject([{ state: 'failed', reason: 'wrong_content', rests: true }])
    const requests = release.sent.requests
    await ana.add(leeds.link)
    const open = { identify_state: 'unidentified', identify_area: null }
    expect(await videos()).toMatchObject([open, open])
    expect(release.sent.requests).toBe(requests)
    expect(await places()).toBe(before)

    release.behave('none')
    await node.database.pool.query(`update place_areas set next_try_at = now() where state = 'failed'`)
    await ana.add(second.link)
    await expect
      .poll(() => videos(), { timeout: 60_000 })
      .toMatchObject([
        { restaurant_name: 'La Chata de Juárez' },
        { restaurant_name: 'Whitelock’s Ale House' },
        { restaurant_name: 'El Compadre Nacho' },
      ])
  },
)
