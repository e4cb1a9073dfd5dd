import { placeId } from '@antojo/domain/places/place-facts'
import type { NameHit, NameIndex } from '../name-index.ts'
import type { PostContext } from '../post-context.ts'
import { matchStreet, placeStreet } from '../streets/address.ts'
import type { Span } from '../text/spans.ts'
import type { CandidateSet } from './candidate.ts'
import { localNames } from './local-names.ts'
import { askable, toHit } from './lookup-names.ts'
import { hitOf, namesFound } from './lookup-nearby.ts'
import type { ProviderQuery } from './provider-queries.ts'

const MAX_RESULTS = 5

/**
 * Adds the places that a provider finds and that the post names, by name or address. Returns the queries that found
 * none of these, and whether the provider found anything.
 */
export async function addProvided(
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
