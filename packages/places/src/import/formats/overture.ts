import { z } from 'zod'
import type { ParquetLayout } from './parquet-layout.ts'
import { readRecord, type RawFields, type ReadRow } from '../record.ts'

const texts = z.array(z.string().nullable()).nullish()

/**
 * A row of theme `places`, type `place` (OvertureMaps/schema, places/place.yaml), with the old and the new fields for
 * its category.
 */
const overturePlace = z.object({
  id: z.string(),
  bbox: z.object({ xmin: z.number(), xmax: z.number(), ymin: z.number(), ymax: z.number() }),
  names: z.object({ primary: z.string(), common: z.record(z.string(), z.string()).nullish().catch(null) }),
  categories: z.object({ primary: z.string().nullish(), alternate: texts }).nullish(),
  basic_category: z.string().nullish(),
  taxonomy: z.object({ primary: z.string().nullish(), hierarchy: texts, alternates: texts }).nullish(),
  confidence: z.number().nullish(),
  websites: texts,
  socials: texts,
  phones: texts,
  addresses: z
    .array(
      z.object({
        freeform: z.string().nullish(),
        locality: z.string().nullish(),
        postcode: z.string().nullish(),
        region: z.string().nullish(),
        country: z.string().nullish(),
      }),
    )
    .nullish(),
  operating_status: z.string().nullish(),
})
type OverturePlace = z.infer<typeof overturePlace>

/** The columns that decide whether a row is kept. */
const overtureKind = overturePlace.pick({
  bbox: true,
  basic_category: true,
  categories: true,
  taxonomy: true,
  confidence: true,
  operating_status: true,
})
type OvertureKind = z.infer<typeof overtureKind>

/** Below this confidence Overture itself doubts that the place exists. */
const MIN_CONFIDENCE = 0.5

const FOOD =
  /(?:^|_)(?:restaurant|cafe|coffee|coffee_shop|tea_room|bar|pub|bistro|brasserie|bakery|patisserie|pizzeria|taqueria|deli|delicatessen|diner|eatery|food_court|food_truck|food_stand|ice_cream_shop|gelato|dessert_shop|donuts|brewery|winery|steakhouse|sandwich_shop|juice_bar|smoothie_juice_bar|cupcake_shop|chocolatier|food_and_drink|eat_and_drink)$/

/**
 * Categories of food and drink up to mid-2025 (OvertureMaps/schema, overture_categories.csv) that `FOOD` does not
 * match.
 */
const OTHER_FOOD: ReadonlySet<string> = new Set(
  (
    'acai_bowls bagel_shop baguettes beer_garden bubble_tea cafeteria cake_shop canteen ' +
    'coffee_roastery curry_sausage dim_sum doner_kebab dumplings empanadas falafel fish_and_chips ' +
    'fondue frozen_yoghurt_shop gastropub haute_cuisine hot_pot ice_cream_and_frozen_yoghurt kebab ' +
    'kombucha noodles pancake_house pastry_shop patisserie_cake_shop pie_shop pretzels ' +
    'rotisserie_chicken shaved_ice_shop shaved_snow_shop soul_food speakeasy sugar_shack trattoria ' +
    'waffles'
  ).split(' '),
)

export const OVERTURE: ParquetLayout = {
  source: 'overture',
  filterColumns: ['bbox', 'confidence', 'operating_status', 'basic_category', 'categories', 'taxonomy'],
  columns: ['names', 'id', 'websites', 'socials', 'phones', 'addresses'],
  bounds: { west: 'bbox.xmin', south: 'bbox.ymin', east: 'bbox.xmax', north: 'bbox.ymax' },
  point: ({ bbox }) => (isBounds(bbox) ? middleOf(bbox) : null),
  keep: (row) => {
    const { data } = overtureKind.safeParse(row)
    return (
      data !== undefined &&
      (data.confidence ?? 1) >= MIN_CONFIDENCE &&
      data.operating_status !== 'permanently_closed' &&
      kinds(data).some((kind) => FOOD.test(kind) || OTHER_FOOD.has(kind))
    )
  },
  recordOf,
}

function recordOf(row: RawFields, source: string): ReadRow {
  const { data: place } = overturePlace.safeParse(row)
  if (place === undefined) return { skipped: 'malformed', row }
  const address = place.addresses?.[0]
  return readRecord({
    source,
    source_id: place.id,
    name: place.names.primary,
    other_names: Object.values(place.names.common ?? {}),
    ...middleOf(place.bbox),
    address: address?.freeform,
    city: address?.locality,
    region: address?.region,
    country: address?.country,
    postcode: address?.postcode,
    categories: kinds(place),
    phone: place.phones?.[0],
    website: place.websites?.[0],
    instagram: place.socials?.find((social) => social?.includes('instagram.com')),
  })
}

function kinds({ basic_category, taxonomy, categories }: OvertureKind): string[] {
  const told = [basic_category, taxonomy?.primary, categories?.primary, ...(categories?.alternate ?? [])]
  return [...new Set([...told, ...(taxonomy?.hierarchy ?? [])].flatMap((kind) => kind ?? []))]
}

type Bounds = OverturePlace['bbox']

/** Avoids zod, because it runs for every row of a row group. */
function isBounds(value: unknown): value is Bounds {
  return typeof value === 'object' && value !== null && 'xmin' in value && 'ymin' in value
}

/** The bounds of a point are the point, up to rounding. */
function middleOf({ xmin, xmax, ymin, ymax }: Bounds): { lat: number; lng: number } {
  return { lat: (ymin + ymax) / 2, lng: (xmin + xmax) / 2 }
}
