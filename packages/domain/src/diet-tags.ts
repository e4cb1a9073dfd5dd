import { nameKey } from './text.ts'

/** Diets a person can choose in the settings; a place's `diet_tags` hold the same keys. */
export const DIET_KEYS = ['vegetarian', 'vegan', 'gluten_free', 'halal', 'kosher'] as const
export type DietKey = (typeof DIET_KEYS)[number]

/** Words of place types and cuisine tags that identify a diet; a vegan place is vegetarian too. */
const DIET_WORDS: Readonly<Record<DietKey, RegExp>> = {
  vegetarian: /\b(?:vegetarian[oa]?|vegan[oa]?)\b/,
  vegan: /\bvegan[oa]?\b/,
  gluten_free: /\b(?:gluten free|sin gluten|celiac[oa]s?)\b/,
  halal: /\bhalal\b/,
  kosher: /\b(?:kosher|kasher)\b/,
}

/** The diets that a place's types and cuisines name. */
export function dietTags(types: readonly string[]): DietKey[] {
  const words = types.map(nameKey).join(' , ')
  return DIET_KEYS.filter((diet) => DIET_WORDS[diet].test(words))
}
