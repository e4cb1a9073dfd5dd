/** Numbers of spec §9 that hold however the evidence is weighed (docs/decisions/0011-weigh-evidence.md). */
export const SPEC_LIMITS = {
  /** The highest confidence without a name or an address that ties the place to the post. */
  capWithoutAnchor: 0.6,
  /** The highest confidence of a place whose types are all of other businesses. */
  capOtherBusiness: 0.3,
  /** The lowest confidence at which the background job adds a place's details. */
  backgroundConfidence: 0.3,
  /** The lowest confidence at which a retry is accepted without a question. */
  retryConfidence: 0.7,
  /** The lowest confidence of the finder's top match. */
  finderConfidence: 0.7,
  /** The most places that one question offers. */
  maxOptions: 3,
  maxFinderResults: 3,
  maxFinderPhrases: 5,
  searchRadiusKm: 20,
  transcriptionSeconds: 90,
} as const

/** Types of places that may share a restaurant's name and serve no food. */
const OTHER_TYPE =
  /^(?:lodging|hotel|museum|park|church|school|university|hospital|pharmacy|gym|spa|bank|atm|gas_station|parking|airport|train_station|bus_station|subway_station|supermarket|clothing_store|shopping_mall|movie_theater|stadium|tourist_attraction|real_estate_agency|hair_care|beauty_salon|locality|political|route|neighborhood)$/

/** True when a place has types and all of them are of other businesses. */
export const isOtherBusiness = (types: readonly string[]): boolean =>
  types.length > 0 && types.every((type) => OTHER_TYPE.test(type))

/** The highest confidence that a place may have; the lower of two caps applies. */
export const confidenceCap = ({ anchored, types }: { anchored: boolean; types: readonly string[] }): number =>
  Math.min(
    anchored ? 1 : SPEC_LIMITS.capWithoutAnchor,
    isOtherBusiness(types) ? SPEC_LIMITS.capOtherBusiness : 1,
  )
