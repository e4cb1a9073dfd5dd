import { nameKey } from '@antojo/domain/text'
import type { PostAddress } from '../streets/address.ts'
import { endAnchored } from '@antojo/domain/foreign/end-anchored'
import type { EvidenceSource } from '../evidence.ts'
import type { AreaNames, GazetteerEntry } from './gazetteer.ts'
import { distanceKm } from '@antojo/domain/distance'
import { isNearer, KM_PER_DEGREE } from './geo.ts'
import { countryCues } from './country-cues.ts'
import { isOtherLanguageArea, LARGE_CITY, countriesOfLanguage } from './countries-of-language.ts'
import { cuesOf } from '../text/cues.ts'
import { afterComma, spanWords, type Span } from '../text/spans.ts'
import type { TokenText } from '../text/tokens.ts'
import { FOOD_WORDS, STOP_WORDS, VENUE_WORDS } from '../text/words.ts'
import type { WordRank } from '../text/word-ranks.ts'

/** Words of the evidence that may name an area, with each area that they may name. */
export interface AreaMention {
  readonly words: string
  readonly key: string
  readonly source: EvidenceSource
  readonly second?: number
  /** Absent for words of a hint. */
  readonly span?: Span
  /** 0–1: how surely the words name an area at all. */
  readonly weight: number
  readonly readings: readonly { readonly entry: GazetteerEntry; readonly share: number }[]
}

export interface AreaEvidence {
  readonly mentions: readonly AreaMention[]
  /** ISO country → weight, from areas, flags, currencies and phone prefixes. */
  readonly countries: ReadonlyMap<string, number>
}

const SOURCE_WEIGHT: Readonly<Record<EvidenceSource, number>> = {
  'location-tag': 1,
  title: 1,
  description: 1,
  hashtag: 1,
  creator: 0.7,
  ocr: 0.9,
  transcript: 0.8,
  og: 0.9,
  'user-hint': 1,
  'llm-mention': 0.9,
}

interface Reader {
  readonly rank: WordRank
  /** True when these are all smaller cities in countries where people do not write as the post does. */
  readonly isForeign: (entries: readonly GazetteerEntry[]) => boolean
}

function mentionWeight(span: Span, entries: readonly GazetteerEntry[], { rank, isForeign }: Reader): number {
  const source = SOURCE_WEIGHT[span.text.source]
  const known = prominence(entries)
  if (span.form === 'hashtag' || span.form === 'handle' || span.form === 'creator') {
    const marked = span.form === 'hashtag' ? 1 : standsApart(span) ? 0.8 : 0.5
    const token = span.text.tokens[span.first]
    const whole =
      span.form !== 'creator' && token !== undefined && nameKey(token.text).replaceAll(' ', '') === span.key
    return (
      source * marked * (whole ? 0.55 + 0.4 * known : span.key.length >= 5 ? 0.75 * known : 0.5 * known ** 2)
    )
  }
  const cues = cuesOf(span)
  const words = span.key.split(' ').filter((word) => !STOP_WORDS.has(word))
  const strange = words.some(
    (word) => rank(word) === undefined && !FOOD_WORDS.has(word) && !VENUE_WORDS.has(word),
  )
  const large = entries.some(
    (e) => e.kind === 'country' || (e.kind === 'city' ? e.population >= LARGE_CITY : words.length >= 2),
  )
  const located = cues.pin !== 'none' || cues.label || cues.preposition
  const cuisine = words.every((word) => FOOD_WORDS.has(word) || VENUE_WORDS.has(word))
  const ordinary = cuisine || entries.every((e) => e.weak)
  const first = span.text.tokens[span.first]?.casing
  // A large city at the start of a sentence is written with its own capital, even when it is also a dictionary word.
  const plain = strange || (large && first !== 'lower') ? 0.6 : large ? 0.45 : 0.08
  const base = ordinary ? (cues.capitals ? 0.35 : 0.05) : cues.capitals ? 0.75 : plain
  const foreign = !located && isForeign(entries) ? OTHER_LANGUAGE_FACTOR : 1
  return Math.min(1, base + (located ? 0.2 : 0)) * source * (0.3 + 0.7 * known) * foreign
}

/** True for the 'madrid' of '@name.madrid'. */
const standsApart = (span: Span): boolean =>
  (span.text.tokens[span.first]?.text ?? '').split(/[._]/u).some((part) => nameKey(part) === span.key)

/** 0–1: how likely people mean a place of this size by its bare name. */
function prominence(entries: readonly GazetteerEntry[]): number {
  return Math.max(
    0,
    ...entries.map((e) =>
      e.kind === 'city' ? Math.min(1, Math.max(0.1, Math.log10(Math.max(1, e.population)) / 2 - 1.5)) : 1,
    ),
  )
}

/** Rough number of people who mean the area by its bare name. */
const prior = (entry: GazetteerEntry): number => PRIOR[entry.kind](entry.population)

const PRIOR: Readonly<Record<GazetteerEntry['kind'], (population: number) => number>> = {
  country: () => 5e7,
  region: (population) => Math.max(3e6, population),
  city: (population) => Math.max(300, population),
  neighbourhood: () => 2e5,
}

/** The factor by which an area is likelier when its people write the post's language. */
const LANGUAGE_FACTOR = 10
/** The factor on the weight of words that only name smaller cities where another language is written. */
const OTHER_LANGUAGE_FACTOR = 0.35

function readings(
  entries: readonly GazetteerEntry[],
  countries: ReadonlyMap<string, number>,
  people: (entry: GazetteerEntry) => number,
): AreaMention['readings'] {
  const scored = entries.map((entry) => ({
    entry,
    p: people(entry) * (1 + CUED_COUNTRY_FACTOR * (countries.get(entry.country) ?? 0)),
  }))
  const sum = scored.reduce((total, s) => total + s.p, 0)
  return scored.map((s) => ({ entry: s.entry, share: s.p / sum })).toSorted((a, b) => b.share - a.share)
}

/** Areas named in the evidence: the user's hint first, then the spans that the gazetteer has. */
export function areaEvidence(
  texts: readonly TokenText[],
  spans: readonly Span[],
  options: { names: AreaNames; rank: WordRank; addresses: readonly PostAddress[]; cityHint?: string },
): AreaEvidence {
  const countries = countryCues(texts)
  const explicit = new Map(countries)
  const cued = new Set([...countries].filter(([, weight]) => weight >= 0.5).map(([country]) => country))
  const spoken = countriesOfLanguage(texts)
  const people = (entry: GazetteerEntry): number =>
    prior(entry) * (spoken?.has(entry.country) === true ? LANGUAGE_FACTOR : 1)
  const isForeign = isOtherLanguageArea(spoken, explicit)
  const usable = spans.filter(mayNameArea)
  const hinted = hintParts(options.cityHint ?? '')
  const found = options.names.find([...new Set([...hinted.keys(), ...usable.map((s) => s.key)])])
  const raw: {
    words: string
    key: string
    source: EvidenceSource
    second?: number
    span?: Span
    weight: number
    entries: readonly GazetteerEntry[]
    inStreet?: boolean
  }[] = []
  for (const [key, words] of hinted) {
    const entries = found.get(key)
    if (entries !== undefined) raw.push({ words, key, source: 'user-hint', weight: 1, entries })
  }
  for (const span of longestFirst(usable.filter((s) => found.has(s.key)))) {
    const entries = found.get(span.key) ?? []
    const second = span.text.second
    raw.push({
      words: spanWords(span),
      key: span.key,
      span,
      source: span.text.source,
      weight: mentionWeight(span, entries, { rank: options.rank, isForeign }),
      entries,
      inStreet: isStreet(span),
      ...(second === undefined ? {} : { second }),
    })
  }
  const streets = options.addresses.filter((a) => a.sure || isHouseNumber(a.number))
  for (const each of raw)
    if (
      each.source !== 'user-hint' &&
      (each.inStreet || streets.some((a) => nameKey(a.street).split(' ').includes(each.key)))
    )
      each.weight *= STREET_FACTOR
  for (const each of raw)
    if (cued.size > 0 && each.source !== 'user-hint' && !each.entries.some((e) => cued.has(e.country)))
      each.weight *= OTHER_COUNTRY_FACTOR
  voteCountries(raw, countries, people)
  const mentions = raw.map(({ entries, inStreet: _inStreet, ...m }) => ({
    ...m,
    readings: readings(entries, explicit, people),
  }))
  return { mentions: mentions.map((m) => coherent(m, mentions)), countries }
}

/** The factor by which an area is likelier in a country that flags, money, script or phone prefixes point to. */
const CUED_COUNTRY_FACTOR = 20

/** Two areas of one post usually lie near each other, so a reading far from all others is less likely. */
function coherent(mention: AreaMention, all: readonly AreaMention[]): AreaMention {
  if (mention.readings.length < 2) return mention
  const supported = mention.readings.map(({ entry, share }) => {
    const support = all.reduce((sum, other) => {
      if (other.key === mention.key || other.key.includes(mention.key)) return sum
      const near = other.readings
        .slice(0, MAX_READINGS)
        .reduce((best, r) => Math.max(best, r.share * together(entry, r.entry)), 0)
      return sum + near * other.weight
    }, 0)
    return { entry, share: share * (1 + 15 * support) }
  })
  const total = supported.reduce((sum, r) => sum + r.share, 0)
  return {
    ...mention,
    readings: supported
      .map((r) => ({ ...r, share: r.share / total }))
      .toSorted((a, b) => b.share - a.share)
      .slice(0, MAX_READINGS),
  }
}

/** The factor on an area's weight when flags, money or script point to other countries. */
const OTHER_COUNTRY_FACTOR = 0.5
/** Three to five digits and not a year: such a number belongs to a street. */
const isHouseNumber = (number: string): boolean => /^\d{3,5}$/.test(number) && !/^(?:19|20)\d\d$/.test(number)

const STREET_BEFORE = endAnchored(
  /(?:^|[^\p{L}])(?:calle|c\/|av\.?|avda\.?|avenida|paseo|carrer|plaza|plazuela|pza\.?|parque|puente|iglesia|ermita|convento)\s+(?:(?:de|del|la|las|los)\s+)*/iu,
)
const STREET_BEHIND = /^\s+(?:street|st|road|rd|avenue|ave|lane|park|station|tube|bridge|stadium|museum)\b/iu

/** 'Calle Corrientes', 'London Road': a street named after an area. */
function isStreet({ text, first, last, form }: Span): boolean {
  if (form !== 'words') return false
  const start = text.tokens[first]?.start ?? 0
  const end = text.tokens[last]?.end ?? 0
  return (
    STREET_BEFORE.test(text.text.slice(Math.max(0, start - 24), start)) ||
    STREET_BEHIND.test(text.text.slice(end, end + 10))
  )
}

/** 'Cochabamba 13' is a street of Madrid. */
const STREET_FACTOR = 0.3
const NEAR_KM = 60
const MAX_READINGS = 6

/** 1 for areas near each other, less for an area and its country. */
const together = (a: GazetteerEntry, b: GazetteerEntry): number =>
  b.kind === 'country' ? (a.kind !== 'country' && a.country === b.country ? 0.5 : 0) : liesNear(a, b) ? 1 : 0

const liesNear = (a: GazetteerEntry, b: GazetteerEntry): boolean =>
  a.country === b.country &&
  isNearer(a, b, Math.max(NEAR_KM, a.radiusKm, b.kind === 'region' ? b.radiusKm : 0))

const mayNameArea = (span: Span): boolean =>
  (span.form === 'words' &&
    span.last - span.first < 5 &&
    span.key.length >= 3 &&
    !STOP_WORDS.has(span.key)) ||
  ((span.form === 'hashtag' || span.form === 'handle' || span.form === 'creator') && span.key.length >= 2)

/** The keys of a hint and of its parts ('Roma, CDMX'), with their words. */
const hintParts = (hint: string): Map<string, string> =>
  new Map(
    [hint, ...hint.split(/[,/()-]/)]
      .map((words) => [nameKey(words), words.trim()] as const)
      .filter(([key]) => key.length > 1),
  )

/** True when a longer known span contains another. The two sides of a comma ('La Roma, CDMX') count separately. */
const covers = (outer: Span, inner: Span): boolean =>
  outer.text === inner.text &&
  outer.first <= inner.first &&
  outer.last >= inner.last &&
  (outer.last - outer.first > inner.last - inner.first
    ? outer.form !== 'words' || afterComma(outer) < 0
    : inner.form !== 'words' &&
      outer.form === inner.form &&
      outer.key.length > inner.key.length &&
      outer.key.includes(inner.key))

/** Drops spans that lie within a longer known one. */
const longestFirst = (spans: readonly Span[]): Span[] =>
  spans.filter((inner) => !spans.some((outer) => outer !== inner && covers(outer, inner)))

function voteCountries(
  raw: readonly { weight: number; entries: readonly GazetteerEntry[] }[],
  countries: Map<string, number>,
  people: (entry: GazetteerEntry) => number,
): void {
  const votes = new Map<string, number>()
  for (const { weight, entries } of raw) {
    const total = entries.reduce((sum, e) => sum + people(e), 0)
    const each = new Map<string, number>()
    for (const e of entries) each.set(e.country, (each.get(e.country) ?? 0) + people(e) / total)
    for (const [country, share] of each)
      votes.set(country, 1 - (1 - (votes.get(country) ?? 0)) * (1 - weight * share * 0.6))
  }
  for (const [country, vote] of votes)
    countries.set(country, 1 - (1 - (countries.get(country) ?? 0)) * (1 - vote))
}

/** 1 inside the area's extent, falling to 0 at three times its radius. */
export function closeness(point: { lat: number; lng: number }, entry: GazetteerEntry): number {
  if (Math.abs(point.lat - entry.lat) * KM_PER_DEGREE >= 3 * entry.radiusKm) return 0
  const ratio = distanceKm(point, entry) / entry.radiusKm
  return ratio <= 1 ? 1 : ratio >= 3 ? 0 : (3 - ratio) / 2
}
