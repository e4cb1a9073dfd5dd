/** Both limits are from spec §9. */
const NEW_FOR_DAYS = 7
const TRENDING_ABOVE_VIEWS = 10_000
const NEARBY_BELOW_KM = 3

export type CardFlag = 'new' | 'trending' | 'nearby'

interface FlagFacts {
  readonly createdAt: Date
  readonly views: number
  /** Null while the distance is unknown. */
  readonly distanceKm: number | null
  /** A place where one has been is not new. */
  readonly visited?: boolean | undefined
}

/** The small badges of a card: added within 7 days, over 10,000 views, nearer than 3 km. */
export function cardFlags({ createdAt, views, distanceKm, visited }: FlagFacts, now: Date): CardFlag[] {
  const flags: CardFlag[] = []
  if (!visited && now.getTime() - createdAt.getTime() <= NEW_FOR_DAYS * 86_400_000) flags.push('new')
  if (views > TRENDING_ABOVE_VIEWS) flags.push('trending')
  if (distanceKm !== null && distanceKm < NEARBY_BELOW_KM) flags.push('nearby')
  return flags
}
