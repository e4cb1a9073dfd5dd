import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNode, type TestNode } from '../../../tests/test-node.ts'

let node: TestNode
let list: string
beforeAll(async () => {
  node = await startTestNode([])
  const ana = await node.person('ana')
  list = randomUUID()
  await node.database.asSystem('make a list', async (tx) => {
    await sql`insert into video_lists (id, user_id, name, visibility)
      values (${list}, ${ana.userId}, 'Tacos <3', 'unlisted')`.execute(tx)
    for (const [n, place] of ['osm:1', 'osm:1', 'osm:2'].entries()) {
      const id = randomUUID()
      await sql`insert into videos (id, user_id, video_url, restaurant_name, enrich_place_id, enrich_place_lat, enrich_place_lng)
        values (${id}, ${ana.userId}, ${`https://example.org/${n}`}, ${`<b>Fonda ${place}</b>`}, ${place}, 19.4, -99.1)`.execute(
        tx,
      )
      await sql`insert into list_videos (list_id, video_id, added_by, position)
        values (${list}, ${id}, ${ana.userId}, ${n})`.execute(tx)
    }
  })
})
afterAll(() => node.stop())

const get = (path: string) => fetch(`${node.url}/list/${list}${path}`)

it('shows a shared list on the pages of others: each place once, escaped, without a script, a cookie or a border', async () => {
  const answer = await get('/embed')
  const body = await answer.text()
  expect(answer.status).toBe(200)
  expect(body.match(/<li>/gu)).toHaveLength(2)
  expect(body).toContain('Tacos &lt;3 · 2 restaurantes')
  expect(body).not.toMatch(/<b>|<script/u)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('x-frame-options')).toBeNull()
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors \*/u)
  const elsewhere = await get('')
  expect(elsewhere.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

it('gives its places as GeoJSON to programs of other origins', async () => {
  const answer = await get('/places.geojson')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toMatchObject({
    features: [{ geometry: { coordinates: [-99.1, 19.4] }, properties: { address: null } }, {}],
  })
})

it('shows nothing of a list that is private', async () => {
  await node.database.asSystem('make it private', (tx) =>
    sql`update video_lists set visibility = 'private' where id = ${list}`.execute(tx),
  )
  expect((await get('/embed')).status).toBe(404)
  expect((await get('/places.geojson')).status).toBe(404)
})
