import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@antojo/db/database'
import { importPlaces } from '@antojo/places/import/run-import'
import type { PlaceRecord } from '@antojo/places/import/record'
import { createPlaceIndex } from '@antojo/places/place-index'
import { standInChannel } from '@antojo/testing/creators/channel'
import { BLOG_HOST, CHANNEL_API_KEY, startChannelServer } from '@antojo/testing/creators/channel-server'
import type { ChannelServer } from '@antojo/testing/creators/channel-server'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGuardedFetch, type GuardedFetchHandle } from '../adapters/http/guarded-fetch.ts'
import { readChannel, type ReadChannelOptions } from '../adapters/feeds/read-channel.ts'
import { findCreatorPlaces } from '../features/creators/find-places.ts'
import { writeMapSite } from '../features/creators/map-site.ts'
import { readAreaNames } from '../identify/pipeline/area-names.ts'
import { loadModel } from '../identify/pipeline/load-model.ts'
import { loadWordRanks } from '../identify/pipeline/word-ranks.ts'
import { readConfig } from '../config/config.ts'
import { mapCommand } from './map.ts'

const channel = standInChannel()
let server: ChannelServer
let outside: GuardedFetchHandle
const waits: number[] = []

beforeAll(async () => {
  server = await startChannelServer(channel)
  outside = createGuardedFetch({
    allowPrivateHosts: [new URL(server.url).host],
    hostMap: JSON.parse(server.env['SHORT_LINK_MAP'] ?? '{}'),
  })
})
afterAll(async () => {
  await outside.close()
  await server.close()
})

function read(text: string, options: Partial<ReadChannelOptions> = {}) {
  return readChannel(text, {
    fetch: outside.fetch,
    signal: new AbortController().signal,
    maxPosts: 1000,
    sleep: async (ms) => void waits.push(ms),
    ...options,
  })
}

describe('reading a channel', () => {
  it.each([
    channel.handle,
    channel.id,
    `https://www.youtube.com/channel/${channel.id}/videos`,
    `youtube.com/${channel.handle}?si=abc`,
    `https://www.youtube.com/feeds/videos.xml?channel_id=${channel.id}`,
  ])('reads the newest 15 videos of %s from the public feed', async (text) => {
    const found = await read(text)
    expect(found).toMatchObject({ ok: true, title: channel.title, cut: true })
    const newest = channel.videos.slice(0, 15)
    expect(found).toHaveProperty(
      'posts',
      newest.map(({ id, title, description, publishedAt }) => ({
        id,
        title,
        description,
        publishedAt,
        url: `https://www.youtube.com/watch?v=${id}`,
      })),
    )
  })

  it('reads all videos through the API, 50 a request', async () => {
    const before = server.requests.length
    const found = await read(channel.handle, { youtubeKey: CHANNEL_API_KEY })
    expect(found).toMatchObject({ ok: true, cut: false })
    expect(found).toHaveProperty('posts.length', 400)
    expect(server.requests.length - before).toBe(9)
  })

  it('stops at the number of posts that is wanted', async () => {
    const found = await read(channel.id, { youtubeKey: CHANNEL_API_KEY, maxPosts: 60 })
    expect(found).toMatchObject({ ok: true, cut: true })
    expect(found).toHaveProperty('posts.length', 60)
  })

  it('finds the feed of a blog, reads its HTML as text and leaves posts without a web address out', async () => {
    const found = await read(`https://${BLOG_HOST}/`)
    expect(found).toMatchObject({
      ok: true,
      title: 'Comer & caminar',
      posts: [
        {
          id: '1',
          url: `https://${BLOG_HOST}/1`,
          description: 'Fuimos a Raghavendra Mess.\nVolveremos & pronto.',
        },
      ],
    })
  })

  it.each([
    ['@nobody.at.all', 'not_found'],
    ['UCaaaaaaaaaaaaaaaaaaaaaa', 'not_found'],
    ['not an address', 'bad_address'],
    ['https://www.youtube.com/watch?v=abcdefghijk', 'bad_address'],
    [`https://${BLOG_HOST}/shop`, 'not_a_feed'],
    [`https://${BLOG_HOST}/huge`, 'too_large'],
  ])('explains why %s is no channel', async (text, problem) => {
    expect(await read(text)).toMatchObject({ ok: false, problem })
  })

  it('explains a used-up quota', async () => {
    expect(await read(channel.id, { youtubeKey: 'used up' })).toMatchObject({ ok: false, problem: 'quota' })
  })

  it('waits as long as a 429 demands', async () => {
    waits.length = 0
    server.refuse(429, '7', 1)
    expect(await read(channel.id)).toMatchObject({ ok: true })
    expect(waits).toEqual([7000])
  })

  it('gives up when a 429 demands a day, without a second request', async () => {
    waits.length = 0
    server.refuse(429, '86400', 1)
    expect(await read(channel.id)).toMatchObject({ ok: false, problem: 'too_many_requests' })
    expect(waits).toEqual([])
  })
})

describe('the map site', () => {
  let database: Database
  let dir: string

  beforeAll(async () => {
    database = await createTestDatabase()
    await importPlaces(database.pool, records())
    dir = await mkdtemp(join(tmpdir(), 'antojo-test-'))
  })
  afterAll(async () => {
    await database.close()
    await rm(dir, { recursive: true, force: true })
  })

  async function* records(): AsyncGenerator<PlaceRecord[]> {
    yield channel.places.map((place) => ({
      source: 'test',
      otherNames: [],
      categories: ['restaurant'],
      cuisine: [],
      ...place,
    }))
  }

  async function mapOf(maxPosts: number) {
    const found = await read(channel.handle, { youtubeKey: CHANNEL_API_KEY, maxPosts })
    if (!found.ok) throw new Error(found.problem)
    const map = await findCreatorPlaces(found.title, found.posts, {
      places: createPlaceIndex(database.pool),
      gazetteer: await readAreaNames(database.pool),
      rank: loadWordRanks(),
      model: loadModel(),
    })
    const made = { creator: found.title, channelUrl: found.url, cut: found.cut, sources: [] }
    await writeMapSite({ ...map, ...made, postsRead: found.posts.length, made: new Date(0) }, dir)
    return { map }
  }

  it('shows the places of the newest videos as pages, GeoJSON and RSS', async () => {
    const { map } = await mapOf(60)
    expect((await readdir(dir)).toSorted()).toEqual(
      'en.html feed.xml index.html leaflet.css leaflet.js map.css map.js outlines.js places.geojson'.split(
        ' ',
      ),
    )
    const geoJson = JSON.parse(await readFile(join(dir, 'places.geojson'), 'utf8'))
    expect(geoJson.features).toHaveLength(map.places.length)
    expect(await readFile(join(dir, 'en.html'), 'utf8')).toContain(
      `Places: ${map.places.length} · Posts read: 60`,
    )
  })

  it(
    'shows at least 75 % of the named places of 400 videos, and at least 97 % of what it shows is right',
    { tags: 'slow' },
    async () => {
      const { map } = await mapOf(400)
      const truth = new Map(channel.videos.map(({ id, placeId }) => [id, placeId]))
      const shown = map.places.flatMap(({ place, posts }) =>
        posts.map(({ id }) => truth.get(id) === place.sourceId),
      )
      const right = shown.filter(Boolean).length
      const named = channel.videos.filter(({ placeId }) => placeId !== null).length
      expect(right / named).toBeGreaterThanOrEqual(0.75)
      expect(right / shown.length).toBeGreaterThanOrEqual(0.97)
    },
  )

  it('is made by the command, from the public feed', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    const url = database.pool.options.connectionString ?? ''
    const config = readConfig({ ...server.env, DATABASE_URL: url, DATA_DIR: dir })
    expect(await mapCommand(config, channel.handle, { out: join(dir, 'made'), max: 1000 })).toBe(0)
    expect(log.mock.calls.join('\n')).toMatch(/^15 posts, \d+ places, \d+ posts without a sure place/u)
    const page = await readFile(join(dir, 'made', 'index.html'), 'utf8')
    expect(page).toContain(`<h1 dir="auto">Los lugares de ${channel.title}</h1>`)
    expect(page).toContain('Solo se leyeron las publicaciones más recientes.')
  })

  it('ends with 1 and the reason when the channel does not exist, and writes nothing', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    const config = readConfig({ ...server.env, DATA_DIR: dir })
    expect(await mapCommand(config, '@nobody.at.all', { out: join(dir, 'none'), max: 1000 })).toBe(1)
    expect(error.mock.calls.join('\n')).toContain(
      'This channel does not exist (www.youtube.com answered 404).',
    )
    await expect(readdir(join(dir, 'none'))).rejects.toThrow('ENOENT')
  })

  it('escapes the words of a hostile channel in pages and feeds', async () => {
    const hostile = '</script><img src=x onerror=alert(1)>"\'&\u202e'
    const post = {
      id: '1',
      url: 'https://a.example/?a=1&b="',
      title: hostile,
      description: '',
      publishedAt: null,
    }
    const place = { source: 'test', sourceId: hostile, name: hostile, city: hostile, lat: 1, lng: 2 }
    await writeMapSite(
      {
        places: [
          {
            place: { ...place, categories: [], cuisine: [] },
            confidence: 0.9,
            posts: [{ ...post, words: hostile }],
          },
        ],
        unsure: [post],
        cities: [],
        creator: hostile,
        channelUrl: null,
        postsRead: 2,
        cut: false,
        made: new Date(0),
        sources: [{ source: 'test', title: hostile, places: 1, importedAt: new Date(0) }],
      },
      dir,
    )
    for (const name of ['index.html', 'en.html', 'feed.xml']) {
      const text = await readFile(join(dir, name), 'utf8')
      expect(text).not.toContain('<img')
      expect(text).not.toContain('\u202e')
      expect(text).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    }
  })
})
