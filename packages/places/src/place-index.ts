import { nameKey } from '@antojo/domain/text'
import type pg from 'pg'
import type { LookupOptions, Area } from '@antojo/identify/name-index'
import { distanceMetres } from '@antojo/domain/distance'
import { ask } from './queries/prepared-query.ts'
import type { NameHit, PlaceLookup } from './lookup.ts'
import { hitsOfKeys, type FoundKey } from './queries/name-query.ts'
import type { Place } from './place.ts'
import { PLACE_COLUMNS, toPlace, type PlaceRow, CANDIDATE_COLUMNS } from './queries/place-row.ts'
import { hitsOfLocalNames, localNamesCache } from './queries/local-names-query.ts'
import { searchPlaces } from './queries/search.ts'
import { listSources, type SourceCount } from './sources.ts'
import { correctedKeys, keysLikeJoined, wordsOneEditAway } from './queries/typo-queries.ts'
import { countTokens, keysWithAnyToken, keysWithHead, keysWithTokens } from './queries/token-queries.ts'
import { parseStreetAddress, streetWords } from './text/street-address.ts'
import { areaBounds } from './geo.ts'
import { knownCredit } from './import/known-sources.ts'
import { mergeBatch, prepareBatch } from './import/write/merge-batch.ts'
import { isLockTaken } from './import/write/replace-table.ts'
import { recordSource } from './import/run-import.ts'

/** A word with fewer letters is hardly a whole name written as one word. */
const MIN_CONCATENATED_LENGTH = 4

/** The number of places per name when a post contains only part of the name. */
const PLACES_PER_PARTIAL_NAME = 3

/** The local place index over Postgres. */
export interface PlaceIndex extends PlaceLookup {
  /** Stores places that a provider of open data found, so that the next look-up finds them here. */
  remember(places: readonly Place[]): Promise<void>
  /** Sources with their credits, shown with the places. */
  credits(): Promise<SourceCount[]>
  isEmpty(): Promise<boolean>
}

/**
 * The index in the database that `packages/places/migrations` prepared. Its only state is the pools; `asked` runs the
 * look-ups, which are prepared statements.
 */
export function createPlaceIndex(pool: pg.Pool, asked: pg.Pool = pool): PlaceIndex {
  const index: PlaceIndex = {
    byKeys: (keys, options = {}) => byKeys(asked, keys, options),
    byTypo: (term, options = {}) => byTypo(asked, term, options),
    fromProvider: () => Promise.resolve([]),
    byTokens: async (tokens, options = {}) => {
      const keys = await keysWithTokens(asked, tokens, options.area === undefined ? 50 : 2000)
      return best(await hitsOfKeys(asked, keys, { area: options.area, limit: options.limit ?? 20 }), options)
    },
    byAnyToken: async (tokens, { limit }) =>
      hitsOfKeys(asked, await keysWithAnyToken(asked, tokens, limit), { limit: PLACES_PER_PARTIAL_NAME }),
    byHeads: async (heads, { limit }) =>
      hitsOfKeys(asked, await keysWithHead(asked, heads, limit), { limit: PLACES_PER_PARTIAL_NAME }),
    localNames: localNamesCache(asked),
    byLocalNames: (found) => hitsOfLocalNames(asked, found),
    similarWords: (words, maxNames) => wordsOneEditAway(asked, words, { perWord: 4, maxNames }),
    byAddress: (address) => placesAtAddress(asked, address),
    tokenCounts: (tokens) => countTokens(asked, tokens),
    search: (query, options = {}) => searchPlaces(index, asked, query, options),
    byId: (source, sourceId) => byId(asked, source, sourceId),
    remember: (places) => rememberPlaces(pool, places),
    credits: () => listSources(pool),
    isEmpty: async () => (await pool.query('select 1 from places limit 1')).rowCount === 0,
  }
  return index
}

async function byKeys(
  pool: pg.Pool,
  keys: readonly string[],
  options: NonNullable<Parameters<PlaceLookup['byKeys']>[1]>,
): Promise<NameHit[]> {
  const wanted = [...new Set(keys)].filter((key) => key !== '')
  const found = wanted.map((key): FoundKey => ({ key, similarity: 1 }))
  const { area, limitPerKey = 20, near } = options
  const joined = (options.joined ?? wanted).filter(
    (key) => key.length >= MIN_CONCATENATED_LENGTH && !key.includes(' '),
  )
  return hitsOfKeys(pool, found, { area, limit: limitPerKey, near, joined })
}

async function byTypo(pool: pg.Pool, term: string, options: LookupOptions): Promise<NameHit[]> {
  const key = nameKey(term)
  const near = await keysLikeJoined(pool, key.replaceAll(' ', ''))
  const found = near.length > 0 ? near : await correctedKeys(pool, key)
  const limit = options.limit ?? 10
  const hits = await hitsOfKeys(pool, found.slice(0, 50), { area: options.area, limit })
  return best(hits, { ...options, limit })
}

/**
 * The most similar first; among equals one place of each name before a second of any, whole names before short ones,
 * rarer before common ones.
 */
function best(hits: readonly NameHit[], options: LookupOptions): NameHit[] {
  const seen = new Map<string, number>()
  const counted = hits.map((hit) => {
    const earlier = seen.get(hit.key) ?? 0
    seen.set(hit.key, earlier + 1)
    return { hit, earlier }
  })
  const ranked = counted.toSorted(
    (a, b) =>
      b.hit.similarity - a.hit.similarity ||
      a.earlier - b.earlier ||
      Number(a.hit.short) - Number(b.hit.short) ||
      a.hit.keyCount - b.hit.keyCount,
  )
  return ranked.slice(0, options.limit ?? 20).map(({ hit }) => hit)
}

async function byId(pool: pg.Pool, source: string, sourceId: string): Promise<Place | null> {
  const [row] = await ask<PlaceRow>(
    pool,
    `select ${PLACE_COLUMNS} from places p where p.source = $1 and p.source_id = $2`,
    [source, sourceId],
  )
  return row === undefined ? null : toPlace(row)
}

interface AddressQuery {
  readonly street: string
  readonly number?: string
  readonly city?: string
  readonly area?: Area
}

/**
 * Places at an address. All words of the given street must be in the place's street or vice versa ("Raúl Scalabrini
 * Ortiz 2101" finds "Scalabrini Ortiz 2101"); full agreement comes first.
 */
async function placesAtAddress(pool: pg.Pool, query: AddressQuery): Promise<Place[]> {
  const line = query.number === undefined ? query.street : `${query.street} ${query.number}`
  const words =
    query.number === undefined ? streetWords(query.street) : (parseStreetAddress(line)?.words ?? [])
  const number = query.number === undefined ? undefined : parseStreetAddress(line)?.number
  if (words.length === 0 || (number === undefined && query.city === undefined && query.area === undefined))
    return []
  const keys = number === undefined ? words : words.map((word) => `${word} ${number}`)
  const bounds = query.area === undefined ? null : areaBounds(query.area)
  const rows = await ask<PlaceRow & { address_keys: string[] }>(
    pool,
    `select ${CANDIDATE_COLUMNS}, p.address_keys from places p
     where p.address_keys && $1::text[] and ($2::float8 is null or (p.lat between $2 and $3 and p.lng between $4 and $5))
     limit 2000`,
    [keys, bounds?.south ?? null, bounds?.north ?? null, bounds?.west ?? null, bounds?.east ?? null],
  )
  return rows
    .map((row) => ({ row, agreement: agreement(words, row.address_keys) }))
    .filter(({ row, agreement: share }) => share >= 0.5 && inCity(row, query))
    .toSorted((a, b) => b.agreement - a.agreement)
    .slice(0, 50)
    .map(({ row }) => toPlace(row))
}

/** The number of shared words over that of all words, if one street's words are all in the other; else 0. */
function agreement(words: readonly string[], keys: readonly string[]): number {
  const street = keys.filter((key) => !key.includes(' '))
  const shared = words.filter((word) => street.includes(word)).length
  return shared === Math.min(words.length, street.length) ? shared / Math.max(words.length, street.length) : 0
}

function inCity(row: PlaceRow, query: AddressQuery): boolean {
  if (query.area !== undefined && distanceMetres(row, query.area) > query.area.radius) return false
  if (query.city === undefined) return true
  const city = nameKey(query.city)
  return [row.city, row.neighbourhood, row.region].some((name) => name !== null && nameKey(name) === city)
}

/** Loading the whole index blocks other writers, and searches must not wait for that. */
const MAX_WAIT_MS = 1000

/**
 * Adds a few places to the index. Places from an import, which have more facts, stay as they are; while an import loads
 * the whole index, nothing is added.
 */
async function rememberPlaces(pool: pg.Pool, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  const { rows } = await pool.query<{ id: string }>(
    `select source || ':' || source_id id from places
     where (source, source_id) in (select * from unnest($1::text[], $2::text[]))`,
    [places.map((place) => place.source), places.map((place) => place.sourceId)],
  )
  const known = new Set(rows.map((row) => row.id))
  const fresh = places.filter((place) => !known.has(`${place.source}:${place.sourceId}`))
  if (fresh.length === 0) return
  const batch = prepareBatch(fresh.map((place) => ({ ...place, otherNames: [] })))
  try {
    await mergeBatch(pool, batch, { waitMs: MAX_WAIT_MS })
  } catch (error) {
    if (isLockTaken(error)) return
    throw error
  }
  for (const source of new Set(fresh.map((place) => place.source))) {
    await recordSource(pool, source, knownCredit(source))
  }
}
