import { nameKey } from '../text.ts'

/** Numbers of spec §9, "Enrichment scoring". Where the spec is silent the weight is ours and says so. */
export const ENRICHMENT = {
  /** Share of shared words → weight, best first. */
  nameOverlapWeights: [
    { overlap: 0.8, weight: 0.42 },
    { overlap: 0.5, weight: 0.28 },
    { overlap: 0.25, weight: 0.16 },
  ],
  popularityRatings: 500,
  popularityMost: 0.1,
  /** Ours: the address or area agrees with the post's. */
  geoWeight: 0.28,
  /** Ours: the website or the account is named in the post. */
  websiteWeight: 0.2,
  capWithoutAnchor: 0.6,
  capNonRestaurant: 0.3,
  capNonRestaurantWithoutNameHint: 0.59,
  swapBelow: 0.55,
  swapLead: 0.1,
  mostCandidates: 3,
  visionHintConfidence: 0.4,
  searchRadius: 20_000,
  mostQueries: 8,
  mostSynthesisedQueries: 6,
} as const

/** Least confidence by caller (spec §9, spec-notes). */
export const MIN_CONFIDENCE = { add: 0.25, card: 0.2, background: 0.3, retry: 0.7 } as const

/** Search radius of the user's retry: the radius of the settings in kilometres, in metres. */
export const retryRadius = (radiusKm: number): number => radiusKm * 1000

/** Words of `hint` found in `name`, as a share of the shorter of the two (0–1). */
export function nameOverlap(name: string, hint: string): number {
  const words = new Set(nameKey(name).split(' ').filter(Boolean))
  const hinted = new Set(nameKey(hint).split(' ').filter(Boolean))
  if (words.size === 0 || hinted.size === 0) return 0
  const shared = [...hinted].filter((word) => words.has(word)).length
  return shared / Math.min(words.size, hinted.size)
}

/** Spec §9: 0.42 from an overlap of 0.8 on, 0.28 from 0.5, 0.16 from 0.25, else 0. */
export const nameOverlapWeight = (overlap: number): number =>
  ENRICHMENT.nameOverlapWeights.find((step) => overlap >= step.overlap)?.weight ?? 0

/** Spec §9: min(ratings / 500, 0.1). */
export const popularityBonus = (ratings: number): number =>
  Math.min(Math.max(0, ratings) / ENRICHMENT.popularityRatings, ENRICHMENT.popularityMost)

/** Vision hints count from a confidence of 0.4 on. */
export const usableHints = <T extends { confidence: number }>(hints: readonly T[]): T[] =>
  hints.filter((hint) => hint.confidence >= ENRICHMENT.visionHintConfidence)

export interface EnrichmentEvidence {
  readonly name: string
  /** Names the post gives; the best counts. */
  readonly nameHints: readonly string[]
  /** 0–1: how well the place's area agrees with the post's. */
  readonly geo: number
  /** 0–1: whether the place's website or account is named. */
  readonly website: number
  readonly ratings: number
  /** True when a name, an address or an account ties the place to the post. */
  readonly anchored: boolean
  readonly restaurant: boolean
}

export interface EnrichmentScore {
  readonly score: number
  readonly breakdown: {
    readonly name: number
    readonly website: number
    readonly geo: number
    readonly pop: number
  }
}

/** Scores a candidate of a place provider, with the caps of spec §9 (of two caps the lower applies). */
export function enrichmentScore(evidence: EnrichmentEvidence): EnrichmentScore {
  const overlap = Math.max(0, ...evidence.nameHints.map((hint) => nameOverlap(evidence.name, hint)))
  const breakdown = {
    name: nameOverlapWeight(overlap),
    website: ENRICHMENT.websiteWeight * evidence.website,
    geo: ENRICHMENT.geoWeight * evidence.geo,
    pop: popularityBonus(evidence.ratings),
  }
  const sum = breakdown.name + breakdown.website + breakdown.geo + breakdown.pop
  return { score: Math.min(sum, enrichmentCap(evidence)), breakdown }
}

/** The lowest cap that applies; 1 when none does. */
export function enrichmentCap(
  evidence: Pick<EnrichmentEvidence, 'anchored' | 'restaurant' | 'nameHints'>,
): number {
  const caps = [1]
  if (!evidence.anchored) caps.push(ENRICHMENT.capWithoutAnchor)
  if (!evidence.restaurant) {
    caps.push(ENRICHMENT.capNonRestaurant)
    if (evidence.nameHints.length === 0) caps.push(ENRICHMENT.capNonRestaurantWithoutNameHint)
  }
  return Math.min(...caps)
}

/**
 * The best three candidates. A top score under 0.55 gives way to the second when that one's name matches better by
 * at least 0.1.
 */
export function rankEnriched<T extends EnrichmentScore>(candidates: readonly T[]): T[] {
  const ranked = candidates.toSorted((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (first !== undefined && second !== undefined && shouldSwap(first, second))
    ranked.splice(0, 2, second, first)
  return ranked.slice(0, ENRICHMENT.mostCandidates)
}

const shouldSwap = (first: EnrichmentScore, second: EnrichmentScore): boolean =>
  first.score < ENRICHMENT.swapBelow &&
  second.breakdown.name > 0 &&
  second.breakdown.name - first.breakdown.name >= ENRICHMENT.swapLead - Number.EPSILON
