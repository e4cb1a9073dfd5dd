export const PRICE_RANGES = ['$', '$$', '$$$', '$$$$'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

/** Tested in this order, because "inexpensive" and "very expensive" both contain "expensive" (spec-notes). */
const PRICE_WORDS: readonly (readonly [RegExp, PriceRange])[] = [
  [/\b(?:inexpensive|cheap)\b/u, '$'],
  [/\b(?:very expensive|luxury)\b/u, '$$$$'],
  [/\b(?:moderate|medium)\b/u, '$$'],
  [/\bexpensive\b/u, '$$$'],
]

/** A price range from any value (spec §5): 1–4, a run of $ or € signs, a digit string, or words; else null. */
export function priceRange(value: unknown): PriceRange | null {
  if (typeof value === 'number') return at(value - 1)
  if (typeof value !== 'string') return null
  const text = value.trim().toLowerCase()
  if (/^[$€]+$/u.test(text)) return at(Math.min(4, text.length) - 1)
  if (/^\d$/u.test(text)) return at(Number(text) - 1)
  return PRICE_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** The range of a place's price level on the spec's scale, 0–3, to which the adapters convert. */
export function priceLevel(level: unknown): PriceRange | null {
  return typeof level === 'number' ? at(level) : null
}

function at(index: number): PriceRange | null {
  return PRICE_RANGES[index] ?? null
}
