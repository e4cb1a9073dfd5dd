import { closeness, type AreaMention } from '../areas/areas.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { EvidenceSource, WhyKind } from '../evidence.ts'
import type { GazetteerEntry } from '../areas/gazetteer.ts'
import { distanceKm } from '@antojo/domain/distance'
import { isNearer } from '../areas/geo.ts'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import type { PostContext } from '../post-context.ts'
import type { Span } from '../text/spans.ts'
import { wordsAsWritten, type TokenText } from '../text/tokens.ts'

/** Words of the post and their position. */
interface Words {
  readonly words: string
  readonly source: EvidenceSource
  readonly second?: number
}
export type AddWhy = (kind: WhyKind, words: Words) => void

export const wordsOf = ({ text, first, last }: Span): Words => wordsAt(text, first, last)

export const wordsAt = (text: TokenText, first: number, last: number): Words => ({
  words: wordsAsWritten(text, first, last),
  source: text.source,
  ...(text.second === undefined ? {} : { second: text.second }),
})

export interface GeoFeatures {
  /** 0–1: the areas named hold the place. */
  readonly geo: number
  /** 0–1: the post names an area far away and none near. */
  readonly geoConflict: number
  readonly country: number
  readonly countryConflict: number
  /** The place's own city (1) or region (0.4) is named. */
  readonly cityNamed: number
  /** 0–1: the post names a city, and the place lies at its edge or outside. */
  readonly cityOther: number
  /** The post names the part of the city in which the place lies. */
  readonly neighbourhoodOwn: number
  /** The post names a part of the place's city in which it does not lie, and none in which it does. */
  readonly neighbourhoodOther: number
}

/** A named city within this distance is the place's own, or a neighbouring one. */
const NEAR_CITY_KM = 60

/** Whether the areas that the post names contain the place or speak against it. */
export function geography(candidate: Candidate, context: PostContext, addWhy: AddWhy): GeoFeatures {
  const { place } = candidate
  const own = new Set(candidate.nameWords)
  const { mentions, countries } = context.areas
  const { geo, doubt, nearby } = distances(candidate, own, mentions)
  const named = ownAreaNamed(candidate, own, { context, addWhy })
  const part = partOfCity(place, context)
  const country = place.country === undefined ? 0 : (countries.get(place.country) ?? 0)
  const strongest = Math.max(0, ...countries.values())
  const edge = mentions.reduce((most, mention) => {
    const reading = mention.readings.find(
      (r) => r.entry.kind === 'city' && isNearer(place, r.entry, NEAR_CITY_KM),
    )
    return reading === undefined || isCircle(mention) ? most : Math.max(most, mention.weight - geo)
  }, 0)
  return {
    geo,
    cityOther: named === 1 ? 0 : edge,
    cityNamed: named,
    neighbourhoodOwn: part === 'inside' ? 1 : 0,
    neighbourhoodOther: part === 'outside' ? 1 : 0,
    geoConflict: Math.max(0, doubt - Math.max(1.5 * geo, 1.5 * named, nearby)),
    country,
    countryConflict: place.country === undefined ? 0 : Math.max(0, strongest - country),
  }
}

/**
 * How surely the areas contain the place (geo), how surely one does not (doubt), and how surely one is near (nearby).
 */
function distances(
  { place, addressWords }: Candidate,
  own: ReadonlySet<string>,
  mentions: readonly AreaMention[],
): { geo: number; doubt: number; nearby: number } {
  const streetWords = new Set(addressWords)
  let [geo, doubt, nearby] = [0, 0, 0]
  for (const mention of mentions) {
    const self = partOf(mention.key, own) ? 0.4 : 1
    let holds = 0
    let reachable = false
    let close = 0
    for (const { entry, share } of mention.readings) {
      const local = entry.kind === 'city' || entry.kind === 'neighbourhood'
      const held = closeness(place, entry)
      holds = Math.max(holds, held * (local ? 0.35 + 0.65 * share : 0.45))
      if (held === 0 && !isNearer(place, entry, Math.max(NEAR_CITY_KM, entry.radiusKm * 2.5))) continue
      reachable = true
      if (local) close += share
    }
    geo = 1 - (1 - geo) * (1 - holds * mention.weight * self)
    nearby = Math.max(nearby, close * mention.weight * self)
    if (!reachable && !partOf(mention.key, streetWords)) doubt = Math.max(doubt, mention.weight * self)
  }
  return { geo, doubt, nearby }
}

const partOf = (key: string, words: ReadonlySet<string>): boolean =>
  words.has(key) || (key.includes(' ') && key.split(' ').every((w) => words.has(w)))

/** The weight from which a post names a part of a city, and the share from which it means this reading of the name. */
const SURE_WEIGHT = 0.5
const SURE_SHARE = 0.6
/** Extents of neighbourhoods are circles, so a place this little outside may still belong to one. */
const ABOUT_INSIDE = 1.1
/** A place this close to the centre belongs to a neighbourhood even when its source gives another one. */
const DEEP_INSIDE = 0.6
/** A neighbourhood further off than this belongs to another city. */
const SAME_CITY_KM = 30

/** True for 'Palermo' and 'Palermo Soho'. */
const isCalled = (own: string, name: string): boolean =>
  ` ${own} `.includes(` ${name} `) || ` ${name} `.includes(` ${own} `)

/** Whether the place lies in the parts of its city that the post names; `none` when it names none. */
function partOfCity(place: PlaceFacts, { areas, keyOf }: PostContext): 'inside' | 'outside' | 'none' {
  const parts: { entry: GazetteerEntry; sure: boolean }[] = []
  for (const { weight, readings } of areas.mentions)
    for (const { entry, share } of readings)
      if (entry.kind === 'neighbourhood' && isNearer(place, entry, SAME_CITY_KM))
        parts.push({ entry, sure: weight >= SURE_WEIGHT && share >= SURE_SHARE })
  if (parts.length === 0) return 'none'
  // The source's own neighbourhood is more reliable than a circle, so it needs less evidence in the post.
  const own = place.neighbourhood ?? place.city
  if (own !== undefined && parts.some(({ entry }) => isCalled(keyOf(own), keyOf(entry.name)))) return 'inside'
  const sure = parts.flatMap((part) => (part.sure ? [part.entry] : []))
  if (sure.length === 0) return 'none'
  const isDeep = (entry: GazetteerEntry): boolean => isNearer(place, entry, entry.radiusKm * DEEP_INSIDE)
  if (place.neighbourhood !== undefined) return sure.some(isDeep) ? 'none' : 'outside'
  if (sure.some((entry) => closeness(place, entry) === 1)) return 'inside'
  return sure.every((entry) => distanceKm(place, entry) > entry.radiusKm * ABOUT_INSIDE) ? 'outside' : 'none'
}

/** 'N13' of 'N13 4TN': Britons refer to parts of a city by the first half of the postcode. */
function postcodeNamed({ postcode, country }: PlaceFacts, { keyOf, said }: PostContext): boolean {
  const key = keyOf((country === 'GB' ? postcode?.split(' ')[0] : postcode) ?? '')
  return /\d/.test(key) && key.length > (country === 'GB' ? 1 : 4) && said.has(key)
}

/** 'El Cotillo' is also written 'Cotillo'. */
function phraseOf(city: string, { phrases }: PostContext): Span | undefined {
  const bare = city.replace(/^(?:el|la|los|las|the) /, '')
  return city.length > 2
    ? (phrases.get(city) ?? (bare.length > 4 ? phrases.get(bare) : undefined))
    : undefined
}

/** A circle that the user drew has no name. */
const isCircle = ({ key }: AreaMention): boolean => key === ''

/** 1 when the post names the place's city, a nickname of it or its part of the city; 0.4 for its region. */
function ownAreaNamed(
  { place }: Candidate,
  own: ReadonlySet<string>,
  { context, addWhy }: { context: PostContext; addWhy: AddWhy },
): number {
  const { keyOf } = context
  const city = keyOf(place.city ?? '')
  const region = keyOf(place.region ?? '')
  const citySpan = phraseOf(city, context)
  const regionSpan = region.length > 3 ? context.phrases.get(region) : undefined
  let part: AreaMention | undefined
  let nickname: AreaMention | undefined
  for (const mention of context.areas.mentions) {
    if (isCircle(mention) && mention.readings.some(({ entry }) => closeness(place, entry) === 1)) return 1
    if (mention.weight <= 0.4 || partOf(mention.key, own)) continue
    for (const { entry, share } of mention.readings) {
      if (share <= 0.3) continue
      if (entry.kind === 'neighbourhood' && closeness(place, entry) === 1) part ??= mention
      if (isNearer(place, entry, NEAR_CITY_KM) && keyOf(entry.name) === city) nickname ??= mention
    }
  }
  if (part !== undefined) addWhy('neighbourhood', part)
  if (citySpan !== undefined) addWhy('city', wordsOf(citySpan))
  else if (nickname !== undefined) addWhy('city', nickname)
  else if (regionSpan !== undefined) addWhy('region', wordsOf(regionSpan))
  const ownCity = partOf(city, own)
  if (postcodeNamed(place, context)) return 1
  if (part !== undefined || (!ownCity && (citySpan !== undefined || nickname !== undefined))) return 1
  return regionSpan !== undefined && !partOf(region, own) ? 0.4 : 0
}
