import { idOf, USERS } from './database.ts'
import { tokenOf } from './token.ts'

export interface Scenario {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Path and query below the service's mount point. */
  readonly path: (user: string) => string
  readonly headers: Readonly<Record<string, string>>
  readonly body: (user: string) => string
}

const card = [
  'id',
  'created_at',
  'platform',
  'video_url',
  'thumbnail_url',
  'title',
  'creator_name',
  'description',
  'restaurant_name',
  'restaurant_address',
  'restaurant_location',
  'restaurant_cuisine',
  'restaurant_rating',
  'restaurant_price_range',
  'views',
  'likes',
  'visibility',
  'enrich_place_id',
  'enrich_place_lat',
  'enrich_place_lng',
].join(',')

const SETTINGS = {
  theme: 'dark',
  density: 'compact',
  layout: 'list',
  reduce_motion: true,
  default_sort: 'recent',
  radius_km: 12,
  platforms: ['TikTok', 'Instagram'],
  cuisines: ['Mexicana', 'Japonesa'],
  language: 'es',
  map_style: 'standard',
  directions_pref: 'google',
  default_visibility: 'private',
}

/** The videos of one user, newest first, with the filters of the home page. */
export function homePath(user: string): string {
  const filters = 'is_diagnostic=is.false&platform=in.%28TikTok%2CInstagram%2CYouTube%29'
  return `/videos?select=${encodeURIComponent(card)}&user_id=eq.${user}&${filters}&order=created_at.desc%2Cid.desc&limit=18`
}

export const scenarios: readonly Scenario[] = [
  { name: 'home: 18 newest with filters', method: 'GET', path: homePath, headers: {}, body: () => '' },
  {
    name: 'list page: embedded join',
    method: 'GET',
    path: (user) => {
      const select = `id,name,description,visibility,share_options,list_videos(position,videos(${card}))`
      return `/video_lists?select=${encodeURIComponent(select)}&id=eq.${user}&user_id=eq.${user}&list_videos.order=position.asc`
    },
    headers: {},
    body: () => '',
  },
  {
    name: 'settings upsert',
    method: 'POST',
    path: () => '/user_settings?on_conflict=user_id',
    headers: { Prefer: 'resolution=merge-duplicates,return=minimal' },
    body: (user) => JSON.stringify({ user_id: user, ...SETTINGS }),
  },
]

/** Requests of many different users, made beforehand. */
export function requestsOf(scenario: Scenario): () => Buffer {
  const requests = Array.from({ length: 200 }, (_, at) => httpRequest(scenario, idOf(1 + at * 10)))
  let next = 0
  return () => {
    const request = requests[next % requests.length] ?? httpRequest(scenario, idOf(USERS))
    next += 1
    return request
  }
}

/** The raw request of a user. */
export function httpRequest(scenario: Scenario, user: string): Buffer {
  const token = tokenOf(user)
  const body = scenario.body(user)
  const headers = {
    Host: 'localhost',
    Accept: 'application/json',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
    apikey: token,
    'Content-Length': String(Buffer.byteLength(body)),
    ...scenario.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `${scenario.method} /rest/v1${scenario.path(user)} HTTP/1.1\r\n`
  return Buffer.from(`${start}${lines.join('')}\r\n${body}`)
}
