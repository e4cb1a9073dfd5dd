import { nameKey } from '../text.ts'

/** Numbers of spec §9, "Finder scoring". */
export const FINDER = {
  restaurantType: 0.25,
  exactName: 0.6,
  nameContainsTag: 0.45,
  wordOverlap: 0.4,
  wordOverlapFrom: 0.6,
  perNameToken: 0.05,
  nameTokensMost: 0.25,
  nameTokenLongerThan: 3,
  rated: 0.05,
  ratedFrom: 50,
  most: 1,
  topMatch: 0.7,
  mostPhrases: 5,
  mostPhrasesAfterTranscription: 7,
  detailed: 3,
  geocodeRadius: 20_000,
  transcriptionSeconds: 90,
} as const

export interface FinderPlace {
  readonly name: string
  readonly types: readonly string[]
  readonly ratings: number
}

export interface FinderClues {
  /** Names the post may give: search phrases, captions' names. */
  readonly phrases: readonly string[]
  readonly hashtags: readonly string[]
  /** All words of the post. */
  readonly text: string
}

/** Types of a place that serves food or drink. */
const RESTAURANT_TYPE =
  /restaurant|cafe|coffee|(?:^|[^a-z])bar(?:$|[^a-z])|bakery|food|meal_|pub|bistro|brewery|pizz|diner|ice_cream|steak|sushi|taberna|bodega|sidrer/i

/** True for a type like restaurant, cafe, bar, bakery, meal_takeaway… */
export const isRestaurantType = (type: string): boolean => RESTAURANT_TYPE.test(type)

/** Types of places that may share a restaurant's name and serve nothing. */
const OTHER_TYPE =
  /^(?:lodging|hotel|museum|park|church|school|university|hospital|pharmacy|gym|spa|bank|atm|gas_station|parking|airport|train_station|bus_station|subway_station|supermarket|clothing_store|shopping_mall|movie_theater|stadium|tourist_attraction|real_estate_agency|hair_care|beauty_salon|locality|political|route|neighborhood)$/

/** True when a place has types and all of them are of other businesses. */
export const isOtherBusiness = (types: readonly string[]): boolean =>
  types.length > 0 && types.every((type) => OTHER_TYPE.test(type))

const words = (text: string): string[] => nameKey(text).split(' ').filter(Boolean)

/** 0.6 for a phrase that is the name, 0.45 for a name that holds a hashtag, 0.4 when 60 % of its words are in a phrase. */
export function finderNameScore(name: string, clues: Pick<FinderClues, 'phrases' | 'hashtags'>): number {
  const key = nameKey(name)
  const jam = key.replaceAll(' ', '')
  if (key === '') return 0
  if (clues.phrases.some((phrase) => nameKey(phrase) === key)) return FINDER.exactName
  const tags = clues.hashtags
    .map((tag) => nameKey(tag).replaceAll(' ', ''))
    .filter((tag) => tag.length > FINDER.nameTokenLongerThan)
  if (tags.some((tag) => jam.includes(tag))) return FINDER.nameContainsTag
  const own = words(name)
  const best = Math.max(
    0,
    ...clues.phrases.map((phrase) => {
      const given = new Set(words(phrase))
      return own.filter((word) => given.has(word)).length / own.length
    }),
  )
  return best >= FINDER.wordOverlapFrom ? FINDER.wordOverlap : 0
}

/** 0.05 for each word of the name longer than three letters that the post holds, at most 0.25. */
export function finderTokenScore(name: string, text: string): number {
  const given = new Set(words(text))
  const found = new Set(
    words(name).filter((word) => word.length > FINDER.nameTokenLongerThan && given.has(word)),
  )
  return Math.min(FINDER.nameTokensMost, found.size * FINDER.perNameToken)
}

/** The finder's score of a place, 0–1. */
export function finderScore(place: FinderPlace, clues: FinderClues): number {
  const type = place.types.some(isRestaurantType) ? FINDER.restaurantType : 0
  const rated = place.ratings >= FINDER.ratedFrom ? FINDER.rated : 0
  const sum = type + finderNameScore(place.name, clues) + finderTokenScore(place.name, clues.text) + rated
  return Math.min(FINDER.most, sum)
}

/** One of each place, the one with more ratings. */
export function withoutDuplicates<T extends { placeId: string; ratings: number }>(
  results: readonly T[],
): T[] {
  const best = new Map<string, T>()
  for (const result of results) {
    const known = best.get(result.placeId)
    if (known === undefined || result.ratings > known.ratings) best.set(result.placeId, result)
  }
  return [...best.values()]
}
