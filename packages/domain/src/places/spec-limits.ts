/** Numbers of spec §9 that hold whatever weighs the evidence (docs/decisions/0011-weigh-evidence.md). */
export const SPEC_LIMITS = {
  /** Confidence at most without a name or an address that ties the place to the post. */
  capWithoutAnchor: 0.6,
  /** Confidence at most of a place that serves nothing. */
  capOtherBusiness: 0.3,
  /** Least confidence at which a place is completed in the background. */
  backgroundConfidence: 0.3,
  /** Least confidence at which a retry is accepted without a question. */
  retryConfidence: 0.7,
  /** Least confidence of the finder's top match. */
  finderConfidence: 0.7,
  /** Places that one question offers. */
  maxOptions: 3,
  maxFinderResults: 3,
  maxFinderPhrases: 5,
  searchRadiusKm: 20,
  transcriptionSeconds: 90,
} as const

/** Types of places that may share a restaurant's name and serve nothing. */
const OTHER_TYPE =
  /^(?:lodging|hotel|museum|park|church|school|university|hospital|pharmacy|gym|spa|bank|atm|gas_station|parking|airport|train_station|bus_station|subway_station|supermarket|clothing_store|shopping_mall|movie_theater|stadium|tourist_attraction|real_estate_agency|hair_care|beauty_salon|locality|political|route|neighborhood)$/

/** True when a place has types and all of them are of other businesses. */
export const isOtherBusiness = (types: readonly string[]): boolean =>
  types.length > 0 && types.every((type) => OTHER_TYPE.test(type))

/** The highest confidence a place may have; of two caps the lower holds. */
export const confidenceCap = ({ anchored, types }: { anchored: boolean; types: readonly string[] }): number =>
  Math.min(
    anchored ? 1 : SPEC_LIMITS.capWithoutAnchor,
    isOtherBusiness(types) ? SPEC_LIMITS.capOtherBusiness : 1,
  )
