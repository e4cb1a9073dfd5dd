import { nameKey } from '@antojo/domain/text'
import { placeStreet, type PlaceStreet } from '../streets/address.ts'
import { placeId, type PlaceFacts } from '@antojo/domain/places/place-facts'
import type { Span } from '../text/spans.ts'

/** A place whose name was found for a span of the evidence. */
export interface CandidateHit {
  readonly span: Span
  readonly key: string
  readonly kind: 'name' | 'alias'
  /** How many places of the index carry the key. */
  readonly keyCount: number
  /** 1 exact, lower for a misspelt name. */
  readonly similarity: number
  readonly match: 'exact' | 'typo' | 'tokens'
  /** The number of letters in which the words of the post differ from the name. */
  readonly edits: number
  /** The number of words in the post between those of the name. */
  readonly inserted: number
}

export interface Candidate {
  readonly place: PlaceFacts
  readonly nameWords: readonly string[]
  /** The words before a separator in the name: 'Lavaca' of 'Lavaca (Arturo Soria)'. All words when there is none. */
  readonly headWords: readonly string[]
  readonly addressWords: readonly string[]
  /** The street of its address; null when the address is unknown. */
  readonly street: PlaceStreet | null
  /** True when a provider outside the index found it, too. */
  readonly isProvided: boolean
  readonly hits: readonly CandidateHit[]
}

const BREAK = /\s[-–—|·•]\s|[(|]/u

/** The part of a name before a separator: 'Lavaca' of 'Lavaca (Arturo Soria)'. */
export const headOf = (name: string): string => name.split(BREAK)[0] ?? ''

interface Gathered extends Candidate {
  isProvided: boolean
  readonly hits: CandidateHit[]
}

const wordsOf = (text: string): string[] => nameKey(text).split(' ').filter(Boolean)

/** Facts of the place itself are computed once, when it is first found. */
function gathered(place: PlaceFacts): Gathered {
  const { name, address } = place
  return {
    place,
    nameWords: wordsOf(name),
    headWords: wordsOf(headOf(name)),
    addressWords: wordsOf(address ?? ''),
    street: address === undefined ? null : placeStreet(address),
    isProvided: false,
    hits: [],
  }
}

const MATCHES: readonly CandidateHit['match'][] = ['exact', 'tokens', 'typo']

const inCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const tieOf = ({ key, kind, span: { text } }: CandidateHit): string =>
  [key, text.source, text.text, kind].join()

/** Exact hits first, then those with the longer name, then by their position. */
function inOrder(a: CandidateHit, b: CandidateHit): number {
  return (
    MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
    b.key.length - a.key.length ||
    a.span.first - b.span.first ||
    b.span.last - a.span.last ||
    inCodeUnits(tieOf(a), tieOf(b))
  )
}

/** Collects hits by place. */
export class CandidateSet {
  readonly #byId = new Map<string, Gathered>()

  addHit(place: PlaceFacts, hit: CandidateHit): void {
    this.#entry(place).hits.push(hit)
  }

  /** Adds a place that was found by street and number. */
  addAddress(place: PlaceFacts): void {
    this.#entry(place)
  }

  /** Marks the places that a provider found; ids that were not added are ignored. */
  markProvided(places: readonly PlaceFacts[]): void {
    for (const place of places) {
      const known = this.#byId.get(placeId(place))
      if (known !== undefined) known.isProvided = true
    }
  }

  #entry(place: PlaceFacts): Gathered {
    const id = placeId(place)
    const known = this.#byId.get(id)
    if (known !== undefined) return known
    const made = gathered(place)
    this.#byId.set(id, made)
    return made
  }

  /**
   * All candidates so far, in an order that does not depend on which look-up ended first. Hits that are added later appear
   * in them too.
   */
  list(): Candidate[] {
    const all = [...this.#byId].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, candidate]) => candidate)
    for (const { hits } of all) hits.sort(inOrder)
    return all
  }
}
