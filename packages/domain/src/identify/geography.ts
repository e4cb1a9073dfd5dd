import { nameKey } from '../text.ts'
import { closeness } from './areas.ts'
import type { Candidate } from './candidate.ts'
import type { WhyKind } from './evidence.ts'
import { distanceKm } from './geo.ts'
import type { PostContext } from './post-context.ts'
import type { Span } from './spans.ts'

export type AddWhy = (kind: WhyKind, span: Span) => void

export interface GeoFeatures {
  /** 0–1: the areas named hold the place. */
  readonly geo: number
  /** 0–1: an area is named that is far away, and none that is near. */
  readonly geoConflict: number
  readonly country: number
  readonly countryConflict: number
  /** The place's own city (1) or region (0.4) is named. */
  readonly cityNamed: number
  /** 0–1: a city is named, and the place lies at its edge or beyond. */
  readonly cityOther: number
}

/** Do the areas named in the post hold the place, or do they speak against it? */
export function geography(candidate: Candidate, context: PostContext, addWhy: AddWhy): GeoFeatures {
  const { place } = candidate
  const own = new Set(candidate.nameWords)
  const streetWords = place.address === undefined ? [] : nameKey(place.address).split(' ')
  let geo = 0
  let doubt = 0
  for (const mention of context.areas.mentions) {
    const local = mention.readings.filter((r) => r.entry.kind === 'city' || r.entry.kind === 'neighbourhood')
    const wide = mention.readings.filter((r) => r.entry.kind === 'region' || r.entry.kind === 'country')
    const near = local.reduce(
      (best, r) => Math.max(best, closeness(place, r.entry) * (0.35 + 0.65 * r.share)),
      0,
    )
    const far = wide.reduce((best, r) => Math.max(best, closeness(place, r.entry) * 0.45), 0)
    const self = own.has(mention.key) || mention.key.split(' ').every((w) => own.has(w)) ? 0.4 : 1
    geo = 1 - (1 - geo) * (1 - Math.max(near, far) * mention.weight * self)
    const reachable = mention.readings.some(
      (r) => distanceKm(place, r.entry) < Math.max(60, r.entry.radiusKm * 2.5),
    )
    if (!reachable && !partOf(mention.key, streetWords)) doubt = Math.max(doubt, mention.weight * self)
  }
  const named = ownAreaNamed(candidate, own, { context, addWhy })
  const country = place.country === undefined ? 0 : (context.areas.countries.get(place.country) ?? 0)
  const strongest = Math.max(0, ...context.areas.countries.values())
  const edge = context.areas.mentions.reduce((most, mention) => {
    const reading = mention.readings.find(
      (r) => r.entry.kind === 'city' && distanceKm(place, r.entry) < NEAR_CITY_KM,
    )
    return reading === undefined || mention.key === '' ? most : Math.max(most, mention.weight - geo)
  }, 0)
  return {
    geo,
    cityOther: named === 1 ? 0 : edge,
    cityNamed: named,
    geoConflict: Math.max(0, doubt - 1.5 * Math.max(geo, named)),
    country,
    countryConflict: place.country === undefined ? 0 : Math.max(0, strongest - country),
  }
}

const partOf = (key: string, words: readonly string[]): boolean =>
  key.split(' ').every((w) => words.includes(w))

/** 1 when the place's city is named, also by a nickname; 0.4 for its region. */
function ownAreaNamed(
  { place }: Candidate,
  own: ReadonlySet<string>,
  { context, addWhy }: { context: PostContext; addWhy: AddWhy },
): number {
  const city = place.city === undefined ? '' : nameKey(place.city)
  const region = place.region === undefined ? '' : nameKey(place.region)
  const citySpan = city.length > 2 ? context.phrases.get(city) : undefined
  const regionSpan = region.length > 3 ? context.phrases.get(region) : undefined
  if (citySpan !== undefined) addWhy('city', citySpan)
  else if (regionSpan !== undefined) addWhy('region', regionSpan)
  const ownName = (area: string): boolean => area.split(' ').every((word) => own.has(word))
  if (citySpan !== undefined && !ownName(city)) return 1
  const nicknamed = context.areas.mentions.some(
    (m) =>
      m.weight > 0.4 &&
      m.readings.some(
        (r) => r.share > 0.3 && nameKey(r.entry.name) === city && distanceKm(place, r.entry) < NEAR_CITY_KM,
      ),
  )
  if (nicknamed && !ownName(city)) return 1
  return regionSpan !== undefined && !ownName(region) ? 0.4 : 0
}

/** Within this distance a city named is the place's own, or the one beside it. */
const NEAR_CITY_KM = 60
