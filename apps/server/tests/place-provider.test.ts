import { createServer, type Server } from 'node:http'
import { acceptedResponse, confirmPlaceResponse } from '@antojo/contract/ai'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

/** One creator for both posts, so that a correction of the first teaches the second. */
const author = { name: 'El Comelón', handle: 'comelon' }
const first = buildPost({ id: 'first', title: 'Tostadas 📍 Contramar, Roma Norte, CDMX #mariscos', author })
const second = buildPost({ id: 'second', title: 'Otra vez 📍 Contramar, Roma Norte, CDMX #mariscos', author })
const unindexed = buildPost({
  id: 'unindexed',
  title: 'La mejor tinga\n📍 Fonda Quetzalpapa\nCiudad de México',
})

const FONDA = {
  id: 'fonda-quetzalpapa',
  displayName: { text: 'Fonda Quetzalpapa', languageCode: 'es' },
  formattedAddress: 'Durango 200, Roma Norte, Ciudad de México',
  addressComponents: [
    { longText: '06700', shortText: '06700', types: ['postal_code'] },
    { longText: 'Ciudad de México', shortText: 'CDMX', types: ['locality', 'political'] },
    { longText: 'México', shortText: 'MX', types: ['country', 'political'] },
  ],
  location: { latitude: 19.4195, longitude: -99.1672 },
  types: ['mexican_restaurant', 'restaurant'],
  businessStatus: 'OPERATIONAL',
}

/** Google's Places API, with one place. */
let google: Server
const details: string[] = []
let node: TestNode
let ana: AppClient

beforeAll(async () => {
  google = createServer((request, response) => {
    const isSearch = request.method === 'POST'
    if (!isSearch) details.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isSearch ? { places: [FONDA] } : { ...FONDA, rating: 4.6 }))
  })
  await new Promise<void>((done) => google.listen(0, '127.0.0.1', done))
  const address = google.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  node = await startTestNode([first, second, unindexed], {
    GOOGLE_MAPS_API_KEY: 'server-key',
    ALLOW_PRIVATE_HOSTS: host,
    SHORT_LINK_MAP: JSON.stringify({ 'places.googleapis.com': `http://${host}` }),
  })
  ana = await node.person('ana')
})
afterAll(async () => {
  await node.stop()
  google.close()
})
beforeEach(async () => {
  await node.database.pool.query('truncate corrections, videos, analyses cascade')
  details.length = 0
})

async function ai(body: unknown): Promise<unknown> {
  const answer = await ana.request('/functions/v1/ai', { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}

async function add({ link }: { link: string }) {
  return acceptedResponse.parse(await ai({ action: 'extract-video', input: { videoUrl: link } }))
}

/** Waits until no job is left, and returns the number of requests for details. */
async function detailsAfterJobs(): Promise<number> {
  const states = async () => {
    const rows = await node.database.asSystem('look', (tx) =>
      tx.selectFrom('videos').select('enrich_state').execute(),
    )
    return rows.filter(({ enrich_state: state }) => state !== 'done').length
  }
  await expect.poll(states, { timeout: 20_000 }).toBe(0)
  return details.length
}

it('an add and its job request no details, which may not be kept', async () => {
  const { best, video } = await add(unindexed)
  expect(best).toMatchObject({
    place_id: 'google:fonda-quetzalpapa',
    formatted_address: FONDA.formattedAddress,
  })
  expect(video?.restaurant_name).toBe('Fonda Quetzalpapa')
  expect(await detailsAfterJobs()).toBe(0)
})

it('a confirmation requests the details once, and so does the next add, to which it applies as a correction', async () => {
  await add(first)
  await detailsAfterJobs()
  const input = { videoUrl: first.link, placeId: 'google:fonda-quetzalpapa' }
  const confirmed = confirmPlaceResponse.parse(await ai({ action: 'confirm-place', input }))
  expect(confirmed.taught?.name).toBe('Contramar')
  expect(await detailsAfterJobs()).toBe(1)
  details.length = 0
  expect((await add(second)).best).toMatchObject({ place_id: 'google:fonda-quetzalpapa', rating: 4.6 })
  expect(await detailsAfterJobs()).toBe(1)
})
