import { CUISINE_FILTERS, isCuisineKey } from '@antojo/domain/cuisine-labels'
import type { Point } from '@antojo/domain/distance'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { PRICE_RANGES, type PriceRange } from '@antojo/domain/price'
import { isSearchable, sanitizeSearch } from '@antojo/domain/search-text'
import { DEFAULT_SETTINGS, type Settings } from '@antojo/domain/settings'
import { isRecord } from '@antojo/domain/unknown-values'
import { lastLocation } from '../../lib/device/last-location.ts'
import { NO_SEARCH, type UrlSearch } from '../../lib/navigation/navigation.ts'
import { listOf, type Rest } from '../../lib/api/rest.ts'
import { VIDEO_COLUMNS, videoOf, type Video } from './video.ts'

/** The search of a grid; part of the query's key. */
export interface VideoQuery {
  /** The signed-in person, or null for a guest, who sees public videos. */
  readonly userId: string | null
  /** True for the videos whose place is not known yet. */
  readonly isOpen: boolean
  readonly text: string
  readonly platform: string
  readonly cuisine: string
  readonly location: string
  /** Only places known to be open now. */
  readonly openNow: boolean
  /** Price ranges; empty means any. */
  readonly prices: readonly PriceRange[]
  /** Only places so far from where the person is, when that is known. */
  readonly within: (Point & { readonly km: number }) | null
  readonly sort: Settings['default_sort']
  readonly platforms: readonly string[]
  /** Cuisines and diets of the settings; empty means any. A place without known ones is kept. */
  readonly cuisines: readonly string[]
  readonly diets: readonly string[]
  /** The person's location to about 100 m, when the sort is by distance. */
  readonly near: Point | null
}

/** The query of a search with the person's settings. Without a location, sorting by distance becomes newest first. */
export function queryOf(
  settings: Settings,
  userId: string | null,
  search: UrlSearch,
  near: Point | null = null,
): VideoQuery {
  const byDistance = settings.default_sort === 'distance'
  return {
    userId,
    isOpen: false,
    text: search.q,
    platform: search.platform,
    cuisine: search.cuisine,
    location: search.loc,
    openNow: search.open,
    prices: PRICE_RANGES.filter(({ length }) => search.price.includes(String(length))),
    within: withinOf(Number(search.km)),
    sort: byDistance && !near ? 'recent' : settings.default_sort,
    platforms: settings.platforms,
    cuisines: settings.cuisines,
    diets: settings.dietary_filters,
    near: byDistance && near ? { lat: rounded(near.lat), lng: rounded(near.lng) } : null,
  }
}

/** The location is read when it is needed: a filter, other than an order, follows the person. */
function withinOf(km: number): VideoQuery['within'] {
  const point = km > 0 ? lastLocation() : null
  return point && { ...point, km }
}

/** All videos of the person, or all those whose place is not known yet, newest first; no setting hides one. */
export function queryOfAll(userId: string | null, isOpen: boolean): VideoQuery {
  const everything = { ...DEFAULT_SETTINGS, default_sort: 'recent' } as const
  return { ...queryOf(everything, userId, NO_SEARCH), isOpen }
}

/** Rounds to about 100 m, so that the next visit at the same place finds the saved answer. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

/** The part of a query with which no setting hides a video. */
export const SHOWING_ALL = { platforms: KNOWN_PLATFORMS, cuisines: [], diets: [] } as const

export interface VideoPage {
  readonly videos: readonly Video[]
  readonly next: Cursor | null
  /** Of all that are open now: how many places, and how many more videos match the search but have no known hours. */
  readonly hours?: { readonly open: number; readonly unknown: number }
}

export type Cursor =
  /** Rows up to this instant; `skip` rows of the instant itself have been read already. */
  | { readonly kind: 'before'; readonly createdAt: string; readonly skip: number }
  | { readonly kind: 'offset'; readonly offset: number }
  /** Places without coordinates, which follow those sorted by distance. */
  | { readonly kind: 'unplaced'; readonly offset: number }
  /** All videos that are open now, in their order; `offset` of them have been read. */
  | { readonly kind: 'open'; readonly ids: readonly string[]; readonly offset: number }

/** Spec §9. */
const MAX_GUEST_VIDEOS = 18
const FIRST_PAGE_SIZE = 36
const PAGE_SIZE = 120

export const FIRST_CURSOR: Cursor = { kind: 'offset', offset: 0 }

/** One page of the grid. Newest first pages by key, so that the last page of 100,000 videos is as fast as the first. */
export async function fetchVideos(
  rest: Rest,
  query: VideoQuery,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<VideoPage> {
  const first = cursor === FIRST_CURSOR
  const limit = query.userId === null ? MAX_GUEST_VIDEOS : first ? FIRST_PAGE_SIZE : PAGE_SIZE
  const { rows, next } = await readPage(rest, query, cursor, { limit, signal })
  const videos = rows.map(videoOf).filter((video) => video !== null)
  // A collection without coordinates has no videos by distance: its first page holds the others.
  if (rows.length === 0 && next !== null) return await fetchVideos(rest, query, next, signal)
  return { videos, next }
}

/** The rows of a page, and what follows it. A guest gets one page. */
export async function readPage(
  rest: Rest,
  query: VideoQuery,
  cursor: Cursor,
  { limit, signal, columns }: { limit: number; signal: AbortSignal; columns?: string },
) {
  const request = ordered(filtered(source(rest, query, cursor, columns), query), query, cursor)
  const rows: readonly unknown[] = listOf(await paged(request, cursor, limit).abortSignal(signal))
  return { rows, next: query.userId === null ? null : nextCursor(query, cursor, rows, limit) }
}

function searchText(query: VideoQuery): string {
  return isSearchable(query.text) ? sanitizeSearch(query.text) : ''
}

/** All videos that match the search and the settings, without an order. */
export function matching(rest: Rest, query: Omit<VideoQuery, 'near'>, columns: string) {
  const all = { ...query, near: null }
  return filtered(source(rest, all, FIRST_CURSOR, columns), all)
}

function source(rest: Rest, query: VideoQuery, cursor: Cursor, columns: string = VIDEO_COLUMNS) {
  const text = searchText(query)
  if (text !== '') return rest.rpc('search_videos', { q: text }).select(columns)
  if (query.near && cursor.kind !== 'unplaced')
    return rest.rpc('nearby_videos', { ...query.near }).select(columns)
  if (query.userId === null) return rest.rpc('public_videos').select(columns)
  const own = rest
    .from('videos')
    .select(columns)
    .eq('is_diagnostic', false)
    .filter('identify_state', query.isOpen ? 'neq' : 'eq', 'identified')
    .eq('user_id', query.userId)
  return query.near ? own.is('enrich_place_lat', null) : own
}

type Request = ReturnType<typeof source>

function filtered(request: Request, query: VideoQuery): Request {
  let kept = request
  if (query.platform !== 'all') kept = kept.eq('platform', query.platform)
  else if (query.platforms.length < KNOWN_PLATFORMS.length)
    kept = kept.in('platform', [...query.platforms, 'Other'])
  const cuisines = chosenCuisines(query.cuisine)
  if (cuisines.length > 0) kept = kept.or(isOneOf(cuisines))
  else if (query.cuisines.length > 0) kept = kept.or(`restaurant_cuisine.is.null,${isOneOf(query.cuisines)}`)
  if (query.diets.length > 0) kept = kept.or(`diet_tags.eq.{},diet_tags.cs.{${query.diets.join(',')}}`)
  if (query.prices.length > 0) kept = kept.in('restaurant_price_range', query.prices)
  const place = sanitizeSearch(query.location)
  return place === '' ? kept : kept.ilike('restaurant_location', `%${place}%`)
}

function isOneOf(cuisines: readonly string[]): string {
  return cuisines.map((key) => `restaurant_cuisine.ilike.*${key}*`).join(',')
}

function ordered(request: Request, query: VideoQuery, cursor: Cursor): Request {
  if (searchText(query) !== '' || (query.near && cursor.kind !== 'unplaced')) return request
  const inOrder =
    query.sort === 'rating'
      ? request.order('restaurant_rating', { ascending: false, nullsFirst: false })
      : request.order(query.sort === 'popular' ? 'popularity' : 'created_at', { ascending: false })
  return inOrder.order('id', { ascending: false })
}

function paged(request: Request, cursor: Cursor, limit: number): Request {
  if (cursor.kind === 'before') {
    return request.lte('created_at', cursor.createdAt).range(cursor.skip, cursor.skip + limit - 1)
  }
  return request.range(cursor.offset, cursor.offset + limit - 1)
}

function nextCursor(
  query: VideoQuery,
  cursor: Cursor,
  rows: readonly unknown[],
  limit: number,
): Cursor | null {
  const placed = query.near !== null && searchText(query) === '' && cursor.kind !== 'unplaced'
  if (rows.length < limit) return placed ? { kind: 'unplaced', offset: 0 } : null
  if (cursor.kind === 'unplaced') return { kind: 'unplaced', offset: cursor.offset + limit }
  const byKey = searchText(query) === '' && !placed && (query.sort === 'recent' || query.sort === 'distance')
  if (!byKey) return { kind: 'offset', offset: (cursor.kind === 'offset' ? cursor.offset : 0) + limit }
  const createdAt = createdAtOf(rows.at(-1))
  if (createdAt === null) return null
  const before = cursor.kind === 'before' && cursor.createdAt === createdAt ? cursor.skip : 0
  return {
    kind: 'before',
    createdAt,
    skip: before + rows.filter((row) => createdAtOf(row) === createdAt).length,
  }
}

function createdAtOf(row: unknown): string | null {
  return isRecord(row) && typeof row['created_at'] === 'string' ? row['created_at'] : null
}

/** The cuisines of a choice of the filter, or of the quick filter of one cuisine; none when any is meant. */
export function chosenCuisines(choice: string): readonly string[] {
  const [, filter] = Object.entries(CUISINE_FILTERS).find(([name]) => name === choice) ?? []
  return filter ?? (isCuisineKey(choice) ? [choice] : [])
}

/** The cache keys of videos. Refreshing a key refreshes every key that begins with it. */
export const videoKeys = {
  all: ['videos'],
  ofViewer: (userId: string | null) => [...videoKeys.all, userId],
  search: (query: VideoQuery) => [...videoKeys.ofViewer(query.userId), query],
  /** Apart from `enriching`, whose rows are newer: what one of them read must not undo what the other one showed. */
  followed: (ids: readonly string[]) => ['followed', ids],
  enriching: (ids: readonly string[]) => ['enriching', ids],
  /** The cards beside a map that no page of the collection holds. */
  beside: ['map-rows'],
  places: (videoId: string) => ['video-places', videoId],
} as const

/** The videos with these ids that still exist. */
export async function fetchVideosById(rest: Rest, ids: readonly string[]): Promise<readonly Video[]> {
  const rows = listOf(await rest.from('videos').select(VIDEO_COLUMNS).in('id', ids))
  return rows.map(videoOf).filter((video) => video !== null)
}
