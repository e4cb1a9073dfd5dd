import { channel } from 'node:diagnostics_channel'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { acceptedResponse, confirmPlaceResponse } from '@antojo/contract/ai'
import { placeDetailsResponse, placesResponse } from '@antojo/contract/places'
import { asSuperuser } from '@antojo/db/embedded/provision'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { writeBackup } from '../src/features/backups/write-backup.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const author = { name: 'El Comelón', handle: 'comelon' }
const named = buildPost({
  id: 'named',
  title: 'La mejor tinga\n📍 Fonda Quetzalpapa\nCiudad de México',
  author,
})
const corrected = buildPost({
  id: 'corrected',
  title: 'Tostadas 📍 Contramar, Roma Norte, CDMX #mariscos',
  author,
})
const doubtful = buildPost({ id: 'doubtful', title: 'Qué rico comimos en Quetzalpapas Norte 😋', author })
const posts = [named, corrected, doubtful]

/** Every text from Google has a mark that no post contains; its name is that of the post in a spelling of its own. */
const MARK = 'ZQX'
const NAME = 'Fonda Quetzalpäpa'
const [LAT, LNG] = [19.419587, -99.167213]
const IDS = ['fonda-1', 'fonda-2']
const placeOf = (id: string) => ({
  id,
  displayName: { text: NAME, languageCode: 'es' },
  formattedAddress: `Calle Inventada 7 ${MARK}, Roma Norte, Ciudad de México`,
  addressComponents: [
    { longText: `Ciudad de México`, shortText: 'CDMX', types: ['locality', 'political'] },
    { longText: `Neighbourhood ${MARK}`, shortText: MARK, types: ['neighborhood'] },
    { longText: 'México', shortText: 'MX', types: ['country', 'political'] },
  ],
  location: { latitude: LAT, longitude: LNG },
  types: ['mexican_restaurant', 'restaurant'],
  businessStatus: 'OPERATIONAL',
  googleMapsUri: `https://maps.google.com/?cid=${MARK}`,
})
const DETAILS = {
  nationalPhoneNumber: `55 ${MARK}`,
  websiteUri: `https://${MARK}.example/`,
  rating: 4.6,
  userRatingCount: 812_345,
  regularOpeningHours: { weekdayDescriptions: [`lunes: ${MARK}`] },
  photos: [
    {
      name: 'places/fonda-1/photos/p1',
      authorAttributions: [{ displayName: `Photographer ${MARK}`, uri: `https://${MARK}.example/` }],
    },
  ],
  reviews: [
    {
      name: 'r1',
      rating: 5,
      text: { text: `Review ${MARK}`, languageCode: 'es' },
      authorAttribution: { displayName: `Reviewer ${MARK}`, uri: '', photoUri: '' },
      relativePublishTimeDescription: `hace poco ${MARK}`,
      publishTime: '2026-01-01T00:00:00Z',
    },
  ],
}

let google: Server
let calls: string[] = []
let node: TestNode
let ana: AppClient
const routes: { readonly method: string; readonly url: string }[] = []
const started = channel('fastify.initialization')

beforeAll(async () => {
  google = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const isSearch = request.method === 'POST'
    const id = /places\/(?<id>[^/?]+)/u.exec(request.url ?? '')?.groups?.['id'] ?? ''
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isSearch ? { places: IDS.map(placeOf) } : { ...placeOf(id), ...DETAILS }))
  })
  await new Promise<void>((done) => google.listen(0, '127.0.0.1', done))
  const address = google.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  started.subscribe(noteRoutes)
  node = await startTestNode(posts, {
    GOOGLE_MAPS_API_KEY: 'server-key',
    ALLOW_PRIVATE_HOSTS: host,
    SHORT_LINK_MAP: JSON.stringify({ 'places.googleapis.com': `http://${host}` }),
  })
  started.unsubscribe(noteRoutes)
  ana = await node.person('ana')
})
afterAll(async () => {
  await node.stop()
  google.close()
})
beforeEach(() => {
  calls = []
})

function noteRoutes(message: unknown): void {
  const { fastify } = z.object({ fastify: z.custom<FastifyInstance>() }).parse(message)
  const skipped = ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT']
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (!skipped.includes(each)) routes.push({ method: each, url })
  })
}

async function ask(action: string, input: object): Promise<unknown> {
  const body = JSON.stringify({ action, input })
  return (await ana.request('/functions/v1/ai', { method: 'POST', body })).json()
}

async function jobsAreDone(): Promise<void> {
  const open = () =>
    node.database.asSystem('look', (tx) =>
      tx
        .selectFrom('videos')
        .select('id')
        .where('enrich_state', '<>', 'done')
        .where('identify_state', '=', 'identified')
        .execute(),
    )
  await expect.poll(async () => (await open()).length, { timeout: 60_000 }).toBe(0)
}

/** Every row of every table as text, by table. Row security does not apply to a superuser. */
async function allRows(): Promise<Map<string, string>> {
  const { rows } = await node.database.pool.query<{ name: string }>('select current_database() as name')
  return asSuperuser({ host: inject('databaseSocketDir') }, rows[0]?.name ?? '', async (client) => {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const texts = new Map<string, string>()
    for (const { name } of tables.rows) {
      const found = await client.query<{ text: string | null }>(
        `select string_agg(t::text, chr(10)) as text from ${name} t`,
      )
      texts.set(name, found.rows[0]?.text ?? '')
    }
    return texts
  })
}

function tellsOfGoogle(text: string): boolean {
  return [MARK, NAME, String(LAT), String(LNG), '812345'].some((part) => text.includes(part))
}

it('an anonymous visitor causes no paid call on any route', { tags: 'slow' }, async () => {
  expect(routes.length).toBeGreaterThan(60)
  const inputs = {
    find: { mediaUrl: named.link },
    'extract-video': { videoUrl: named.link },
    'confirm-place': { videoUrl: named.link, placeId: 'google:fonda-1' },
    'query-synth': { title: named.link },
  }
  const query = `?query=fonda&id=google:fonda-1&photo_ref=places/fonda-1/photos/p1&url=${encodeURIComponent(named.link)}`
  for (const { method, url } of routes) {
    const path = url.replaceAll('*', 'videos').replaceAll(/:\w+/gu, ana.userId) + query
    const bodies =
      method === 'GET'
        ? [undefined]
        : Object.entries(inputs).map(([action, input]) =>
            JSON.stringify({ action, input, url: named.link, placeId: 'google:fonda-1' }),
          )
    const requests = bodies.map((body) => {
      const json = body !== undefined && { body, headers: { 'content-type': 'application/json' } }
      return fetch(node.url + path, { method, redirect: 'manual', ...json })
    })
    await Promise.all(requests)
  }
  const asPerson = await ana.request('/places?query=fonda')
  expect(placesResponse.parse(await asPerson.json()).results[0]?.name).toBe(NAME)
  expect(calls).toEqual(['POST /v1/places:searchText'])
})

it(
  'adds, questions, corrections, details and photos leave nothing of Google but ids in tables, files and backup',
  { tags: 'slow' },
  async () => {
    const first = acceptedResponse.parse(await ask('extract-video', { videoUrl: named.link }))
    expect(first.best).toMatchObject({ place_id: 'google:fonda-1', name: NAME })
    expect(first.video?.restaurant_name).toBe('Fonda Quetzalpapa')
    await jobsAreDone()
    // Only the search was requested.
    expect(calls).toEqual(['POST /v1/places:searchText'])
    const again = acceptedResponse.parse(
      await (
        await node.person('bea')
      )
        .request('/functions/v1/ai', {
          method: 'POST',
          body: JSON.stringify({ action: 'extract-video', input: { videoUrl: named.link } }),
        })
        .then((answer) => answer.json()),
    )
    expect(again.best).toMatchObject({ place_id: 'google:fonda-1', name: 'Fonda Quetzalpapa' })
    expect(again.best.lat).toBeUndefined()
    expect(calls).toHaveLength(1)

    await ask('extract-video', { videoUrl: corrected.link })
    confirmPlaceResponse.parse(
      await ask('confirm-place', { videoUrl: corrected.link, placeId: 'google:fonda-2' }),
    )
    const details = placeDetailsResponse.parse(
      await (await ana.request('/places/details?id=google:fonda-1')).json(),
    )
    expect(details.result?.website).toContain(MARK)
    await ana.request('/img?photo_ref=places/fonda-1/photos/p1')
    await ask('extract-video', { videoUrl: doubtful.link })
    await ask('find', { mediaUrl: doubtful.link })
    await jobsAreDone()

    const rows = await allRows()
    expect([...rows].filter(([, text]) => text.includes('google:fonda-1')).map(([name]) => name)).toContain(
      'public.videos',
    )
    expect([...rows].flatMap(([name, text]) => (tellsOfGoogle(text) ? [name] : []))).toEqual([])

    const folder = await mkdtemp(join(tmpdir(), 'antojo-terms-'))
    const dataDir = node.settings['DATA_DIR'] ?? ''
    await writeBackup(node.database.pool, join(dataDir, 'images'), join(folder, 'backup.gz'))
    expect(tellsOfGoogle(gunzipSync(await readFile(join(folder, 'backup.gz'))).toString('latin1'))).toBe(
      false,
    )
    await rm(folder, { recursive: true })
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const content = await readFile(join(entry.parentPath, entry.name), 'latin1')
      expect([entry.name, tellsOfGoogle(content)]).toEqual([entry.name, false])
    }
  },
)
