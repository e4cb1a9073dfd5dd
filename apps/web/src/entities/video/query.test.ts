import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { DEFAULT_SETTINGS, type Settings } from '@antojo/domain/settings'
import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { NO_SEARCH } from '../../lib/navigation/navigation.ts'
import { fetchVideos, FIRST_CURSOR, queryOf, queryOfAll, type Cursor, type VideoQuery } from './query.ts'

const OWN: VideoQuery = {
  isOpen: false,
  userId: 'u1',
  text: '',
  platform: 'all',
  cuisine: 'all',
  location: '',
  openNow: false,
  prices: [],
  within: null,
  sort: 'recent',
  platforms: KNOWN_PLATFORMS,
  cuisines: [],
  diets: [],
  near: null,
}
const HERE = { lat: 19.4, lng: -99.1 }

/** What the query asks the data API for, and what it makes of the rows that come back. */
async function ask(query: VideoQuery, cursor: Cursor = FIRST_CURSOR, rows: readonly object[] = []) {
  const asked: { path: string; params: URLSearchParams; body: unknown }[] = []
  const rest = new PostgrestClient('http://api.test/rest/v1', {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      const text = await request.text()
      asked.push({
        path: url.pathname,
        params: url.searchParams,
        body: text === '' ? null : JSON.parse(text),
      })
      return Response.json(rows)
    },
  })
  const page = await fetchVideos(rest, query, cursor, new AbortController().signal)
  const [request] = asked
  if (!request) throw new Error('nothing was asked')
  return { ...request, page }
}

const rows = (count: number, createdAt = '2026-11-20T10:00:00+00:00') =>
  Array.from({ length: count }, (_, index) => ({
    id: `v${index}`,
    video_url: 'https://x.test/v',
    created_at: createdAt,
  }))

test('a person sees their own videos, newest first, never a diagnostic row', async () => {
  const { path, params } = await ask(OWN)
  expect(path).toBe('/rest/v1/videos')
  expect(params.get('user_id')).toBe('eq.u1')
  expect(params.get('is_diagnostic')).toBe('eq.false')
  expect(params.get('order')).toBe('created_at.desc,id.desc')
})

test('videos whose place is not known are listed apart, and no setting hides one', async () => {
  expect((await ask(OWN)).params.get('identify_state')).toBe('eq.identified')
  const { params } = await ask(queryOfAll('u1', true))
  expect(params.get('identify_state')).toBe('neq.identified')
  expect(params.get('order')).toBe('created_at.desc,id.desc')
  expect([params.get('platform'), params.get('or')]).toEqual([null, null])
})

test('a guest sees 18 public videos and no further page', async () => {
  const { path, params, page } = await ask({ ...OWN, userId: null }, FIRST_CURSOR, rows(18))
  expect(path).toBe('/rest/v1/rpc/public_videos')
  expect(params.get('limit')).toBe('18')
  expect(page.next).toBeNull()
})

test.each([
  ['rating', 'restaurant_rating.desc.nullslast,id.desc'],
  ['popular', 'popularity.desc,id.desc'],
  ['distance', 'created_at.desc,id.desc'],
] as const)('sort %s', async (sort, order) => {
  expect((await ask({ ...OWN, sort })).params.get('order')).toBe(order)
})

test('nearest first requests videos by distance, then those without a place', async () => {
  const near: VideoQuery = { ...OWN, sort: 'distance', near: HERE }
  const first = await ask(near, FIRST_CURSOR, rows(1))
  expect(first.path).toBe('/rest/v1/rpc/nearby_videos')
  expect(first.body).toEqual(HERE)
  expect(first.page.next).toEqual({ kind: 'unplaced', offset: 0 })
  const rest = await ask(near, { kind: 'unplaced', offset: 0 })
  expect(rest.path).toBe('/rest/v1/videos')
  expect(rest.params.get('enrich_place_lat')).toBe('is.null')
})

test('a searched text is sanitized; a link is never searched', async () => {
  const search = await ask({ ...OWN, text: '  tacos "al" (pastor), ' })
  expect(search.path).toBe('/rest/v1/rpc/search_videos')
  expect(search.body).toEqual({ q: 'tacos al pastor' })
  expect((await ask({ ...OWN, text: 'https://x.test' })).path).toBe('/rest/v1/videos')
})

test('filters: a platform, the keys of a cuisine, a part of the location', async () => {
  const { params } = await ask({ ...OWN, platform: 'TikTok', cuisine: 'japonesa', location: 'Roma, Norte' })
  expect(params.get('platform')).toBe('eq.TikTok')
  expect(params.get('or')).toBe('(restaurant_cuisine.ilike.*Japanese*,restaurant_cuisine.ilike.*Ramen*)')
  expect(params.get('restaurant_location')).toBe('ilike.%Roma Norte%')
})

test('the platforms of the settings keep Other', async () => {
  expect((await ask({ ...OWN, platforms: ['YouTube'] })).params.get('platform')).toBe('in.(YouTube,Other)')
  expect((await ask(OWN)).params.get('platform')).toBeNull()
})

test('the cuisines and diets of the settings hide places that do not fit, never those with unknown facts', async () => {
  const { params } = await ask({ ...OWN, cuisines: ['Thai', 'Ramen'], diets: ['vegan', 'halal'] })
  expect(params.getAll('or')).toEqual([
    '(restaurant_cuisine.is.null,restaurant_cuisine.ilike.*Thai*,restaurant_cuisine.ilike.*Ramen*)',
    '(diet_tags.eq.{},diet_tags.cs.{vegan,halal})',
  ])
})

test('a cuisine in the filters overrides those of the settings', async () => {
  const { params } = await ask({ ...OWN, cuisine: 'china', cuisines: ['Thai'] })
  expect(params.getAll('or')).toEqual(['(restaurant_cuisine.ilike.*Chinese*)'])
})

test('the next page continues by key when sorted by date, past rows of the same instant, and by offset when sorted by rating', async () => {
  const at = '2026-11-20T10:00:00+00:00'
  const next = (await ask(OWN, FIRST_CURSOR, rows(36, at))).page.next
  expect(next).toEqual({ kind: 'before', createdAt: at, skip: 36 })
  const second = await ask(OWN, next ?? FIRST_CURSOR, rows(120, at))
  expect(second.params.get('created_at')).toBe(`lte.${at}`)
  expect(second.params.get('offset')).toBe('36')
  expect(second.page.next).toEqual({ kind: 'before', createdAt: at, skip: 156 })
  expect((await ask(OWN, next ?? FIRST_CURSOR, rows(119, at))).page.next).toBeNull()
  expect((await ask({ ...OWN, sort: 'rating' }, FIRST_CURSOR, rows(36))).page.next).toEqual({
    kind: 'offset',
    offset: 36,
  })
})

test('a collection without coordinates is shown, also when the nearest are wanted', async () => {
  const paths: string[] = []
  const rest = new PostgrestClient('http://api.test/rest/v1', {
    fetch: async (input) => {
      const { pathname } = new URL(new Request(input).url)
      paths.push(pathname)
      return Response.json(pathname.endsWith('nearby_videos') ? [] : rows(2))
    },
  })
  const query: VideoQuery = { ...OWN, sort: 'distance', near: HERE }
  const page = await fetchVideos(rest, query, FIRST_CURSOR, new AbortController().signal)
  expect(paths).toEqual(['/rest/v1/rpc/nearby_videos', '/rest/v1/videos'])
  expect(page.videos).toHaveLength(2)
})

test('the server sorts by the location to about 100 m', () => {
  const query = queryOf(DEFAULT_SETTINGS, 'u1', NO_SEARCH, { lat: 19.432_61, lng: -99.133_24 })
  expect(query.near).toEqual({ lat: 19.433, lng: -99.133 })
})

test('the search and the settings of the person make the query', () => {
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    default_sort: 'rating',
    platforms: ['YouTube'],
    cuisines: ['Ramen'],
    dietary_filters: ['vegan'],
  }
  const search = {
    q: 'tacos',
    platform: 'TikTok',
    cuisine: 'china',
    loc: 'Roma',
    price: '13',
    km: '',
    open: true,
  }
  const made = {
    userId: 'u1',
    isOpen: false,
    text: 'tacos',
    platform: 'TikTok',
    cuisine: 'china',
    location: 'Roma',
    openNow: true,
    prices: ['$', '$$$'],
    within: null,
    sort: 'rating',
    platforms: ['YouTube'],
    cuisines: ['Ramen'],
    diets: ['vegan'],
    near: null,
  }
  expect(queryOf(settings, 'u1', search, HERE)).toEqual(made)
  const nearest: Settings = { ...settings, default_sort: 'distance' }
  expect(queryOf(nearest, 'u1', search, HERE)).toEqual({ ...made, sort: 'distance', near: HERE })
  expect(queryOf(nearest, 'u1', search)).toEqual({ ...made, sort: 'recent' })
})

test('places without coordinates are read page by page', async () => {
  const near: VideoQuery = { ...OWN, sort: 'distance', near: HERE }
  const { params, page } = await ask(near, { kind: 'unplaced', offset: 120 }, rows(120))
  expect([params.get('offset'), params.get('limit')]).toEqual(['120', '120'])
  expect(page.next).toEqual({ kind: 'unplaced', offset: 240 })
})
