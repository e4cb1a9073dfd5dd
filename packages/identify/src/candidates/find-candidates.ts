import { distanceKm } from '@antojo/domain/distance'
import { nameKey } from '@antojo/domain/text'
import { type PlaceFacts, placeId } from '@antojo/domain/places/place-facts'
import { searchAreas } from '../areas/search-areas.ts'
import type { Area, NameIndex, NameHit } from '../name-index.ts'
import type { PostContext } from '../post-context.ts'
import { nameWordBits } from '../text/word-ranks.ts'
import type { Span } from '../text/spans.ts'
import type { Candidate, CandidateHit, CandidateSet } from './candidate.ts'
import { addCued, explainedTokens, hasUnknownName } from './lookup-cued.ts'
import { candidatesByName, askable, toHit } from './lookup-names.ts'
import { addNearby, hitOf, namesFound } from './lookup-nearby.ts'
import { addPartial, bestSpan, spansByWord } from './lookup-partial.ts'
import { nameGuesses, type NameGuess } from './name-guesses.ts'
import { providerQueries, type ProviderQueries, type ProviderQuery } from './provider-queries.ts'
import { mergeTwins } from './twins.ts'
import { inBlock, matchStreet, placeStreet } from '../streets/address.ts'
import { localNames } from './local-names.ts'

/** Places that a post may mean. */
export interface FoundCandidates {
  readonly candidates: readonly Candidate[]
  /** True when the author marks something as a name that none of the candidates explains. */
  readonly unknownName: boolean
  /** The number of names that the index has in the areas of the post; null when the post names no area. */
  readonly localNames: number | null
  /** False when the last queries found nothing, so that the answer is the one before. */
  readonly isChanged: boolean
  /** The last queries for which the provider found nothing that the post names. */
  readonly unanswered: readonly ProviderQuery[]
  /** Makes the queries that may be sent to a provider. */
  readonly queries: () => ProviderQueries
  /** Finds the places again with a provider's answers included. */
  readonly afterQueries: (queries: readonly ProviderQuery[]) => Promise<FoundCandidates>
}

/** Finds the places that a post may mean, by their names and addresses. */
export async function findCandidates(
  index: NameIndex,
  context: PostContext,
  spans: readonly Span[],
): Promise<FoundCandidates> {
  const areas = searchAreas(context.areas)
  const set = await candidatesByName(index, spans, { areas })
  const [namesThere] = await Promise.all([
    addNearby(index, set, spans, { areas, context }),
    addByAddress(index, set, context, { areas, spans }),
    addPartial(index, set, spans, context),
  ])
  const around = context.list || areas.length === 0 ? areasOfSure(set, areas, context) : []
  if (around.length > 0) await addNearby(index, set, spans, { areas: around, context })
  const names = nameGuesses(spans, context)
  const unknownName = await addCued(index, set, names, { areas, context })
  return foundIn(
    { index, set, areas, context, spans, names },
    {
      unknownName,
      localNames: areas.length === 0 ? null : namesThere,
      unanswered: [],
    },
  )
}

interface Search {
  readonly index: NameIndex
  readonly set: CandidateSet
  readonly areas: readonly Area[]
  readonly context: PostContext
  readonly spans: readonly Span[]
  readonly names: readonly NameGuess[]
}

function foundIn(
  search: Search,
  known: Pick<FoundCandidates, 'unknownName' | 'localNames' | 'unanswered'>,
): FoundCandidates {
  const { index, set, areas, context, spans, names } = search
  return {
    candidates: mergeTwins(set.list()),
    isChanged: true,
    ...known,
    queries: () => {
      const explained = explainedTokens(set, areas, context)
      return providerQueries(names, context, ({ text, first, last }) => {
        const at = explained.get(text)
        return at !== undefined && text.tokens.some((_, i) => i >= first && i <= last && at.has(i))
      })
    },
    afterQueries: async (queries) => {
      const { unanswered, isFound } = await addProvided(index, set, spans, { queries, context })
      const unknownName = hasUnknownName(set, names, { areas, context })
      return {
        ...foundIn(search, { ...known, unknownName, unanswered }),
        isChanged: isFound || unknownName !== known.unknownName,
      }
    },
  }
}

/** Bits from which the whole name of a single place cannot be in the post by chance. */
const SURE_BITS = 28
/** The other places of a post are likely within this distance (metres) of a sure one. */
const AROUND_METRES = 12_000
const MAX_AROUND = 2

/** The surroundings of places that the post names beyond doubt and that lie outside its areas. */
function areasOfSure(set: CandidateSet, areas: readonly Area[], context: PostContext): Area[] {
  const bitsOf = (key: string): number =>
    key.split(' ').reduce((sum, word) => sum + nameWordBits(word, context), 0)
  const isSure = ({ match, keyCount, key, span }: CandidateHit): boolean =>
    match === 'exact' && keyCount === 1 && span.form !== 'piece' && bitsOf(key) >= SURE_BITS
  return set
    .list()
    .filter(({ place, hits, nameWords }) => {
      const known = areas.some((area) => distanceKm(place, area) * 1000 <= area.radius)
      return !known && hits.some((hit) => isSure(hit) && hit.key === nameWords.join(' '))
    })
    .slice(0, MAX_AROUND)
    .map(({ place }) => ({ lat: place.lat, lng: place.lng, radius: AROUND_METRES }))
}

const MAX_ADDRESSES = 4
/** More places than this at one address do not help to tell which is meant. */
const MAX_AT_ADDRESS = 12
/** Up to this many places at such an address in the whole index are candidates even outside the areas of the post. */
const MAX_ANYWHERE = 3

/** Adds the places at the addresses that the post gives, within its areas when it names any. */
async function addByAddress(
  lookup: NameIndex,
  set: CandidateSet,
  context: PostContext,
  { areas, spans }: { areas: readonly Area[]; spans: readonly Span[] },
): Promise<void> {
  if (context.addresses.length === 0) return
  const byWord = spansByWord(spans)
  const surest = context.addresses.toSorted((a, b) => Number(b.sure) - Number(a.sure)).slice(0, MAX_ADDRESSES)
  await Promise.all(
    surest.map(async ({ street, number, block }) => {
      const area = areas[0]
      if (block && area === undefined) return
      const found = await lookup.byAddress(
        block && area !== undefined ? { street, area } : { street, number },
      )
      const inArea = (place: PlaceFacts): boolean =>
        areas.length === 0 || areas.some((a) => distanceKm(place, a) * 1000 <= a.radius)
      const fitting = found.filter(
        (place) =>
          !block || (place.address?.match(/\d{1,5}/g) ?? []).some((n) => inBlock(Number(n), Number(number))),
      )
      const near = fitting.length <= MAX_ANYWHERE ? fitting : fitting.filter(inArea)
      if (near.length <= MAX_AT_ADDRESS) for (const place of near) set.addAddress(place)
      // Outside the areas of the post, an address counts only together with the place's name.
      if (fitting.length <= MAX_AT_ADDRESS)
        for (const place of fitting) addNamed(set, place, { spans: byWord, context })
    }),
  )
}

/** Bits from which a word confirms the place at an address that the post gives. */
const DISTINCTIVE_BITS = 8

/** Adds a place at an address of the post when the post also has distinctive words of its name, however few. */
function addNamed(
  set: CandidateSet,
  place: PlaceFacts,
  { spans, context }: { spans: ReadonlyMap<string, readonly Span[]>; context: PostContext },
): void {
  const key = nameKey(place.name)
  const distinctive = key.split(' ').filter((word) => nameWordBits(word, context) >= DISTINCTIVE_BITS)
  const span = bestSpan(distinctive, spans, context)
  if (span === null) return
  set.addAddress(place)
  set.addHit(place, {
    span,
    key,
    kind: 'name',
    keyCount: 1,
    similarity: 1,
    match: 'tokens',
    edits: 0,
    inserted: 0,
  })
}

const MAX_RESULTS = 5

/**
 * Adds the places that a provider finds and that the post names, by name or address. Returns the queries that found
 * none of these, and whether the provider found anything.
 */
async function addProvided(
  index: NameIndex,
  set: CandidateSet,
  spans: readonly Span[],
  { queries, context }: { queries: readonly ProviderQuery[]; context: PostContext },
): Promise<{ unanswered: ProviderQuery[]; isFound: boolean }> {
  const answers = await Promise.all(
    queries.map(({ text, area }) => index.fromProvider(text, { limit: MAX_RESULTS, ...(area && { area }) })),
  )
  const hits = counted(answers.flat())
  addExact(set, spans, hits)
  addAligned(set, spans, { hits, context })
  for (const { place } of hits) {
    const street = place.address === undefined ? null : placeStreet(place.address)
    if (street !== null && context.addresses.some(({ text }) => matchStreet(street, text).match === 'number'))
      set.addAddress(place)
  }
  set.markProvided(hits.map(({ place }) => place))
  const named = new Set(
    set.list().flatMap(({ place, hits: own }) => (own.length > 0 ? [placeId(place)] : [])),
  )
  const unanswered = queries.filter((_, i) => !answers[i]?.some(({ place }) => named.has(placeId(place))))
  return { unanswered, isFound: hits.length > 0 }
}

/** Each name of each place once, with the number of found places that have it. */
function counted(hits: readonly NameHit[]): NameHit[] {
  const byKey = Map.groupBy(hits, ({ key }) => key)
  return [...byKey.values()].flatMap((own) => {
    const places = new Map(own.map((hit) => [placeId(hit.place), hit]))
    return [...places.values()].map((hit) => ({ ...hit, keyCount: places.size }))
  })
}

/** Adds names that occur unchanged in the post. */
function addExact(set: CandidateSet, spans: readonly Span[], hits: readonly NameHit[]): void {
  const byKey = Map.groupBy(spans.filter(askable), (span) => span.key)
  for (const hit of hits) {
    const joined = hit.key.replaceAll(' ', '')
    for (const span of new Set([...(byKey.get(hit.key) ?? []), ...(byKey.get(joined) ?? [])]))
      set.addHit(hit.place, toHit(hit, span, 'exact'))
  }
}

/** Adds names that occur in the post with words left out, added or misspelt. */
function addAligned(
  set: CandidateSet,
  spans: readonly Span[],
  { hits, context }: { hits: readonly NameHit[]; context: PostContext },
): void {
  const whole = hits.filter(({ short }) => !short)
  const names = localNames(whole.map(({ key }, number) => [number, key]))
  for (const found of namesFound([names], spans, context))
    for (const number of found.name.placeIds) {
      const hit = whole[number]
      if (hit !== undefined) set.addHit(hit.place, hitOf(found, hit))
    }
}
