import { distanceKm } from '@antojo/domain/distance'
import type { AreaReason } from '@antojo/domain/places/evidence-kinds'
import { nameKey } from '@antojo/domain/text'
import type { AreaMention } from './areas/areas.ts'
import { LARGE_CITY } from './areas/countries-of-language.ts'
import { countryCues } from './areas/country-cues.ts'
import type { GazetteerEntry } from './areas/gazetteer.ts'
import type { PostArea } from './evidence.ts'
import type { PostContext } from './post-context.ts'
import { wordsAsWritten } from './text/tokens.ts'

/** Below these, the words may not name an area, or may name another one of that name. */
const MIN_AREA_WEIGHT = 0.4
const MIN_AREA_SHARE = 0.5
/** An area within a name hardly locates the place: 'Juárez' in '📍 La Chata de Juárez, Guadalajara'. */
const IN_NAME = 0.5
const MAX_AREAS = 3
/** A flag, a currency or a phone prefix points to a country with this weight at least. */
const MIN_COUNTRY_WEIGHT = 0.5
const SAME_REGION_KM = 60

/** The cities and parts of cities that a post certainly names, the likeliest first, with what agrees with each. */
export function surelyNamedAreas(context: PostContext): PostArea[] {
  const names = context.chunks.map(({ text, first, last }) => nameKey(wordsAsWritten(text, first, last)))
  const isInName = (key: string): boolean =>
    names.some((name) => name !== key && ` ${name} `.includes(` ${key} `))
  const sure = context.areas.mentions.flatMap((mention) => {
    const entry = surelyNamed(mention)
    if (entry === null || (entry.kind !== 'city' && entry.kind !== 'neighbourhood')) return []
    const { name, kind, country, lat, lng, radiusKm, population } = entry
    if (name === '') return []
    const reason = reasonFor(mention, entry, context)
    const isPlain = reason === null && !isNameLike(mention, entry, context)
    const area: PostArea = {
      name,
      kind,
      country,
      lat,
      lng,
      radiusKm,
      population,
      ...(reason !== null && { reason }),
      ...(isPlain && { isPlain }),
    }
    return [{ area, weight: isInName(mention.key) ? mention.weight * IN_NAME : mention.weight }]
  })
  const sorted = sure.toSorted((a, b) => b.weight - a.weight).map(({ area }) => area)
  const isRepeated = (area: PostArea, at: number): boolean =>
    sorted.findIndex(({ lat, lng }) => lat === area.lat && lng === area.lng) < at
  return sorted.filter((area, at) => !isRepeated(area, at)).slice(0, MAX_AREAS)
}

function surelyNamed({ weight, readings: [best] }: AreaMention): GazetteerEntry | null {
  return best === undefined || weight < MIN_AREA_WEIGHT || best.share < MIN_AREA_SHARE ? null : best.entry
}

/** Why a city is meant, the strongest reason first; null for a word that only happens to be called like one. */
function reasonFor(mention: AreaMention, entry: GazetteerEntry, context: PostContext): AreaReason | null {
  const { span, source } = mention
  if (source === 'user-hint') return 'told'
  if (source === 'location-tag' || (span !== undefined && context.cues(span).pin !== 'none')) return 'pin'
  if (isNamedBeside(mention, entry, context)) return 'region'
  if (!isNameLike(mention, entry, context)) return null
  if (context.addresses.length > 0 || context.plusCodes.length > 0) return 'address'
  if (isCountryNamed(entry, context)) return 'country'
  const { eating, tags, cuisines } = context
  const isAboutFood = eating.length > 0 || tags.eating > 0 || cuisines.size > 0
  // "Price" begins many sentences; "in Split" is a city.
  const isSaidAsPlace =
    !isPlainWord(mention, entry, context) || (span !== undefined && context.cues(span).preposition)
  return isAboutFood && isSaidAsPlace ? 'food' : null
}

/** True when the post surely names the region, the city or a neighbour of the area, too. */
function isNamedBeside(own: AreaMention, entry: GazetteerEntry, { areas }: PostContext): boolean {
  return areas.mentions.some((other) => {
    const near = surelyNamed(other)
    if (near === null || near.kind === 'country' || near.country !== entry.country) return false
    if (own.key.includes(other.key) || other.key.includes(own.key)) return false
    return distanceKm(near, entry) <= Math.max(SAME_REGION_KM, near.radiusKm)
  })
}

/** False for a plain word in small letters, as in '#sunset'. */
function isNameLike(mention: AreaMention, entry: GazetteerEntry, context: PostContext): boolean {
  const { span } = mention
  return !isPlainWord(mention, entry, context) || (span?.form === 'words' && context.cues(span).capitals)
}

/** True for words of the dictionary, unless they name a large city. */
const isPlainWord = ({ key }: AreaMention, { population }: GazetteerEntry, { rank }: PostContext): boolean =>
  population < LARGE_CITY && key.split(' ').every((word) => rank(word) !== undefined)

function isCountryNamed({ country }: GazetteerEntry, { areas, texts }: PostContext): boolean {
  const isNamed = areas.mentions.some((other) => {
    const entry = surelyNamed(other)
    return entry?.kind === 'country' && entry.country === country
  })
  return isNamed || (countryCues(texts).get(country) ?? 0) >= MIN_COUNTRY_WEIGHT
}
