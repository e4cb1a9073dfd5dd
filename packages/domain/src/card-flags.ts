/** Spec §9. */
const newForDays = 7
const trendingAbove = 10_000
const nearbyBelowKm = 3

export type CardFlag = 'new' | 'trending' | 'nearby'

interface FlagFacts {
  readonly createdAt: Date
  readonly views: number
  /** Null while the distance is unknown. */
  readonly distanceKm: number | null
}

/** The small badges of a card: added within 7 days, over 10,000 views, nearer than 3 km. */
export function cardFlags({ createdAt, views, distanceKm }: FlagFacts, now: Date): readonly CardFlag[] {
  const flags: CardFlag[] = []
  if (now.getTime() - createdAt.getTime() <= newForDays * 86_400_000) flags.push('new')
  if (views > trendingAbove) flags.push('trending')
  if (distanceKm !== null && distanceKm < nearbyBelowKm) flags.push('nearby')
  return flags
}
