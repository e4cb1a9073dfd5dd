/** Language-neutral keys of cuisines: rows store them, separated by commas, and the app translates them. */
export const CUISINE_KEYS = [
  'Ramen',
  'Japanese',
  'Mexican',
  'Italian',
  'Thai',
  'Korean',
  'Chinese',
  'Indian',
  'Mediterranean',
  'Seafood',
  'Steakhouse',
  'Burgers',
  'Barbecue',
  'Cafe',
  'Bakery',
  'Dessert',
  'French',
  'Spanish',
  'Peruvian',
  'Argentine',
  'Vegetarian',
  'Vegan',
] as const
export type CuisineKey = (typeof CUISINE_KEYS)[number]

/** The choices of the cuisine filter (spec §5), each with the keys that it matches. */
export const CUISINE_FILTERS = {
  italiana: ['Italian'],
  japonesa: ['Japanese', 'Ramen'],
  mexicana: ['Mexican'],
  francesa: ['French'],
  china: ['Chinese'],
  india: ['Indian'],
} as const satisfies Record<string, readonly CuisineKey[]>

const MAX_LABELS = 3

/** Words of place types and cuisine tags that identify a cuisine; the more specific come first. */
const CUISINE_WORDS: readonly (readonly [CuisineKey, readonly string[]])[] = [
  ['Ramen', ['ramen']],
  ['Japanese', ['japanese', 'japonesa', 'sushi', 'izakaya', 'udon', 'tempura', 'teppanyaki']],
  ['Mexican', ['mexican', 'mexicana', 'taco', 'tacos', 'taqueria', 'burrito', 'tex', 'oaxacan', 'birria']],
  ['Peruvian', ['peruvian', 'peruana', 'ceviche', 'cevicheria', 'nikkei', 'chifa']],
  ['Argentine', ['argentine', 'argentinian', 'argentina', 'parrilla', 'empanada']],
  ['Italian', ['italian', 'italiana', 'pizza', 'pizzeria', 'pasta', 'trattoria', 'osteria']],
  ['Thai', ['thai', 'tailandesa']],
  ['Korean', ['korean', 'coreana', 'bibimbap']],
  ['Chinese', ['chinese', 'china', 'cantonese', 'sichuan', 'dumpling', 'dim']],
  ['Indian', ['indian', 'india', 'curry', 'tandoori']],
  ['Spanish', ['spanish', 'espanola', 'tapas', 'pintxos', 'basque', 'vasca', 'galician', 'catalan']],
  ['French', ['french', 'francesa', 'crepe', 'brasserie']],
  [
    'Mediterranean',
    ['mediterranean', 'mediterranea', 'greek', 'lebanese', 'turkish', 'kebab', 'falafel', 'arab'],
  ],
  ['Seafood', ['seafood', 'fish', 'mariscos', 'marisqueria', 'oyster']],
  ['Burgers', ['burger', 'burgers', 'hamburger', 'hamburguesas']],
  ['Barbecue', ['barbecue', 'bbq', 'barbacoa', 'asado']],
  ['Steakhouse', ['steak', 'steakhouse', 'asador', 'churrascaria']],
  ['Vegan', ['vegan', 'vegana']],
  ['Vegetarian', ['vegetarian', 'vegetariana']],
  ['Bakery', ['bakery', 'panaderia', 'pastry', 'pasteleria']],
  [
    'Dessert',
    ['dessert', 'ice', 'gelato', 'heladeria', 'helado', 'chocolate', 'donut', 'postres', 'churro', 'churros'],
  ],
  ['Cafe', ['cafe', 'coffee', 'cafeteria', 'brunch', 'tea']],
]

/** Cuisines derived from place types and cuisine tags, at most three (spec §9). */
export function cuisinesOfTypes(types: readonly string[]): CuisineKey[] {
  const words = new Set(
    types.flatMap((type) =>
      type
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .split(/[^a-z]+/u),
    ),
  )
  return CUISINE_WORDS.filter(([, telling]) => telling.some((word) => words.has(word)))
    .map(([key]) => key)
    .slice(0, MAX_LABELS)
}

/** The parts of a row's `restaurant_cuisine`: known ones by key, others unchanged; 'N/A' is none. */
export function cuisinesOfText(text: string | null): readonly (CuisineKey | (string & {}))[] {
  if (!text || text.trim() === 'N/A') return []
  const parts = text.split(/[,;/|·]/u).map((part) => part.trim())
  const named = parts.filter((part) => part !== '' && part !== 'N/A')
  return [
    ...new Set(
      named.map((part) => CUISINE_KEYS.find((key) => key.toLowerCase() === part.toLowerCase()) ?? part),
    ),
  ]
}

export function isCuisineKey(text: string): text is CuisineKey {
  return CUISINE_KEYS.some((key) => key === text)
}
