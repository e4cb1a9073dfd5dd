import { nameKey } from '../text.ts'
import type { PlaceFacts } from './place-facts.ts'
import type { Span } from './spans.ts'

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
}

export interface Candidate {
  readonly place: PlaceFacts
  readonly nameWords: readonly string[]
  /** Those before a break in the name: 'Lavaca' of 'Lavaca (Arturo Soria)'; all when there is none. */
  readonly headWords: readonly string[]
  readonly addressWords: readonly string[]
  readonly hits: readonly CandidateHit[]
  /** Found by street and number. */
  readonly byAddress: boolean
}

const BREAK = /\s[-–—|·•]\s|[(|]/u

/** Gathers hits by place. */
export class CandidateSet {
  readonly #byId = new Map<string, { place: PlaceFacts; hits: CandidateHit[]; byAddress: boolean }>()

  addHit(place: PlaceFacts, hit: CandidateHit): void {
    this.#entry(place).hits.push(hit)
  }

  addAddress(place: PlaceFacts): void {
    this.#entry(place).byAddress = true
  }

  #entry(place: PlaceFacts): { place: PlaceFacts; hits: CandidateHit[]; byAddress: boolean } {
    const id = `${place.source}:${place.sourceId}`
    const known = this.#byId.get(id)
    if (known !== undefined) return known
    const made = { place, hits: [], byAddress: false }
    this.#byId.set(id, made)
    return made
  }

  list(): Candidate[] {
    return [...this.#byId.values()].map((c) => ({
      ...c,
      nameWords: nameKey(c.place.name).split(' ').filter(Boolean),
      headWords: nameKey(c.place.name.split(BREAK)[0] ?? '')
        .split(' ')
        .filter(Boolean),
      addressWords: nameKey(c.place.address ?? '')
        .split(' ')
        .filter(Boolean),
    }))
  }
}
