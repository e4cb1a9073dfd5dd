import { type DietKey, DIET_KEYS } from './settings.ts'
import { nameKey } from './text.ts'

/** Words of place types and cuisine tags that tell a diet; what is vegan is vegetarian too. */
const DIET_WORDS: Readonly<Record<DietKey, RegExp>> = {
  vegetarian: /\b(?:vegetarian[oa]?|vegan[oa]?)\b/,
  vegan: /\bvegan[oa]?\b/,
  gluten_free: /\b(?:gluten free|sin gluten|celiac[oa]s?)\b/,
  halal: /\bhalal\b/,
  kosher: /\b(?:kosher|kasher)\b/,
}

/** The diets that a place's types and cuisines speak of; empty when they tell nothing. */
export function dietTags(types: readonly string[]): DietKey[] {
  const words = types.map(nameKey).join(' , ')
  return DIET_KEYS.filter((diet) => DIET_WORDS[diet].test(words))
}
