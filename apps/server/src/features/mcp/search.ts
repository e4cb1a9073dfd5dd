import { CUISINE_FILTERS, cuisinesOfText } from '@antojo/domain/cuisine-labels'
import { directionsUrl, type Destination } from '@antojo/domain/directions'
import { distanceKm, type Point } from '@antojo/domain/distance'
import { weekOf } from '@antojo/domain/hours/hours-week'
import { openJudge } from '@antojo/domain/hours/open-at'
import { nameKey } from '@antojo/domain/text'
import { z } from 'zod'
import type { SavedPlace } from './repo.ts'

const MAX_RESULTS = 50

export const searchInput = z.strictObject({
  text: z
    .string()
    .max(200)
    .default('')
    .describe(
      'Words of the place, dish, cuisine, neighbourhood, city or post, in Spanish or English. Empty: all places.',
    ),
  near: z
    .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
    .optional()
    .describe('Sorts by the distance from this point.'),
  within_km: z.number().positive().max(20_000).optional().describe('Only with `near`.'),
  open_at: z
    .union([z.literal('now'), z.iso.datetime({ offset: true }).max(40)])
    .optional()
    .describe(
      'Only places known to be open at this time: `now`, or a time such as 2026-05-01T21:00:00-06:00.',
    ),
  cuisine: z.string().max(40).optional().describe('For example `Mexican`, `italiana` or `Ramen`.'),
  max_price: z.enum(['$', '$$', '$$$', '$$$$']).optional(),
  list_id: z.uuid().optional().describe('Only places of this list.'),
  limit: z.number().int().min(1).max(MAX_RESULTS).default(10),
})
export type SearchInput = z.infer<typeof searchInput>

export const foundPlace = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  cuisine: z.string().nullable(),
  price: z.string().nullable(),
  rating: z.number().nullable(),
  dish: z.string().nullable(),
  open: z.boolean().nullable().describe('At `open_at`, or now; null when unknown.'),
  km: z.number().nullable().describe('From `near`; null without it or when the position is unknown.'),
  note: z.string().nullable().describe('What the person wrote about the place.'),
  visited: z.array(z.string()).describe('Days on which the person was there.'),
  video_url: z.string(),
  directions_url: z.string(),
})
export type FoundPlace = z.infer<typeof foundPlace>

const OPEN_NOW =
  /\b(?:que est[eé]n? )?abiert[oa]s? (?:ahora(?: mismo)?|en este momento)\b|\bque est[eé]n? abiert[oa]s?\b|\bopen (?:right )?now\b/iu
const NEAR_ME = /\b(?:cerca de (?:m[ií]|aqu[ií])|near me|nearby|around me)(?!\p{L})/iu

/** Interprets a search: "open now" and "near me" are conditions, not words to look for. */
export function understand(input: SearchInput): SearchInput & { readonly lacksPosition: boolean } {
  const isOpenWanted = OPEN_NOW.test(input.text)
  const isNearWanted = NEAR_ME.test(input.text)
  const text = input.text.replace(OPEN_NOW, ' ').replace(NEAR_ME, ' ').replaceAll(/\s+/gu, ' ').trim()
  return {
    ...input,
    text,
    ...(isOpenWanted && input.open_at === undefined && { open_at: 'now' as const }),
    lacksPosition: isNearWanted && input.near === undefined,
  }
}

/** The places that meet the conditions, each once, at most `limit`. */
export function choose(rows: readonly SavedPlace[], input: SearchInput, now: Date): FoundPlace[] {
  const { near, within_km: within, open_at: openAt, cuisine, max_price: maxPrice } = input
  const at = openAt === undefined || openAt === 'now' ? now : new Date(openAt)
  const seen = new Set<string>()
  const found = rows
    .filter((row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)))
    .filter((row) => cuisine === undefined || hasCuisine(row, cuisine))
    .filter(({ price }) => maxPrice === undefined || (price !== null && price.length <= maxPrice.length))
    .map((row) => present(row, { at, near }))
    .filter(({ open }) => openAt === undefined || open === true)
    .filter(({ km }) => near === undefined || within === undefined || (km !== null && km <= within))
  if (near !== undefined) found.sort((a, b) => (a.km ?? Infinity) - (b.km ?? Infinity))
  return found.slice(0, input.limit)
}

export function present(
  row: SavedPlace,
  { at, near }: { readonly at: Date; readonly near?: Point | undefined },
): FoundPlace {
  const { lat, lng } = row
  const point = lat === null || lng === null ? null : { lat, lng }
  const destination: Destination = { name: row.name, address: row.address, lat, lng }
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    lat,
    lng,
    cuisine: row.cuisine,
    price: row.price,
    rating: row.rating || null,
    dish: row.dish,
    open: row.closed === true ? false : openJudge(at)(weekOf(row.hours_osm, row.hours_lines), row.time_zone),
    km: near && point ? Math.round(distanceKm(near, point) * 100) / 100 : null,
    note: row.note,
    visited: [...(row.visited ?? [])],
    video_url: row.video_url,
    directions_url: directionsUrl('google', destination),
  }
}

function hasCuisine({ cuisine }: SavedPlace, wanted: string): boolean {
  const key = nameKey(wanted)
  const filter = Object.entries(CUISINE_FILTERS).find(([name]) => name === key)?.[1] ?? []
  return cuisinesOfText(cuisine).some(
    (each) => nameKey(each) === key || filter.some((label) => label === each),
  )
}

function keyOf({ place_id: place, id }: SavedPlace): string {
  return place ?? id
}
