import { nameKey } from '../text.ts'
import {
  matchStreet,
  postAddresses,
  streetKeyWords,
  placeStreet,
  type PostAddress,
  type StreetMatch,
} from './address.ts'
import { closeness, type AreaEvidence } from './areas.ts'
import type { Candidate, CandidateHit } from './candidate.ts'
import { cuesOf, type Cues } from './cues.ts'
import { kitchensOfPlace, kitchensOfWords } from './cuisine-evidence.ts'
import type { Why, WhyKind } from './evidence.ts'
import { distanceKm } from './geo.ts'
import { chunkExplained, cuedChunks, type CuedChunk } from './cued-chunks.ts'
import { postKind, type PostKind } from './post-kind.ts'
import { spanWords, type Span } from './spans.ts'
import type { TokenText } from './tokens.ts'
import { FOOD_WORDS, GLUE_WORDS, LANDMARK_WORDS, VENUE_WORDS } from './words.ts'
import { wordBits, type WordRank } from './word-ranks.ts'

/** What the scoring needs to know of the whole post. */
export interface PostContext {
  readonly texts: readonly TokenText[]
  readonly areas: AreaEvidence
  readonly rank: WordRank
  /** In how many names of the index a word occurs. */
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
  readonly kitchens: ReadonlySet<string>
  readonly addresses: readonly PostAddress[]
  /** n-grams of the post, for looking a city or region up. */
  readonly phrases: ReadonlyMap<string, Span>
  readonly digits: string
  readonly kind: PostKind
  readonly chunks: readonly CuedChunk[]
}

export const FEATURES = [
  'bits',
  'coverage',
  'typo',
  'jammed',
  'landmark',
  'pinDirect',
  'pinLine',
  'label',
  'preposition',
  'quoted',
  'capitals',
  'standalone',
  'edge',
  'compared',
  'handle',
  'hashtag',
  'creator',
  'ocr',
  'transcript',
  'sources',
  'extends',
  'geo',
  'geoConflict',
  'country',
  'countryConflict',
  'cityNamed',
  'number',
  'street',
  'addressConflict',
  'kitchen',
  'kitchenConflict',
  'phone',
  'common',
  'addressOnly',
  'generic',
  'localBits',
  'streetName',
  'chainElsewhere',
  'addressMissing',
  'areaName',
  'insideAddress',
  'cityOther',
  'unexplainedPin',
  'unexplainedLabel',
  'unexplainedHandle',
  'recipe',
  'product',
  'advert',
  'question',
  'vlog',
  'withheld',
] as const
export type FeatureName = (typeof FEATURES)[number]
export type FeatureVector = Readonly<Record<FeatureName, number>>

export interface ScoredHit {
  readonly hit: CandidateHit
  readonly cues: Cues
  readonly bits: number
  readonly coverage: number
}

export interface Described {
  readonly candidate: Candidate
  readonly x: FeatureVector
  readonly best: ScoredHit | null
  readonly why: readonly Why[]
}

/** Bits of a word as part of a name: ordinary, generic and frequent words of the index tell little. */
export function nameWordBits(
  word: string,
  context: Pick<PostContext, 'rank' | 'counts' | 'total'>,
  asName = false,
): number {
  if (GLUE_WORDS.has(word)) return 1
  if (/^\d+$/.test(word)) return 6
  if (VENUE_WORDS.has(word)) return 2.5
  const inIndex = Math.log2((context.total + 1) / ((context.counts.get(word) ?? 0) + 1)) + 5
  const bits = Math.min(wordBits(word, context.rank), inIndex)
  if (FOOD_WORDS.has(word)) return Math.min(asName ? 10 : 5, bits)
  return LANDMARK_WORDS.has(word) ? Math.min(7, bits) : bits
}

/** Bits of the hit's words and the part of the place's name they cover. */
function weigh(
  hit: CandidateHit,
  candidate: Candidate,
  cues: Cues,
  context: PostContext,
): { bits: number; coverage: number } {
  const words = candidate.nameWords
  const asName =
    cues.capitals || cues.label || cues.quoted || cues.pin === 'direct' || hit.span.form === 'handle'
  const bitsOf = (list: readonly string[]): number =>
    list.reduce((sum, word) => sum + nameWordBits(word, context, asName), 0)
  const wholeBits = Math.max(1, bitsOf(words))
  const key = hit.match === 'typo' ? hit.key : hit.span.key
  if (hit.kind === 'alias') return { bits: Math.max(12, bitsOf(key.split(' '))), coverage: 1 }
  if (!key.includes(' ') && words.length > 1) {
    const covered = coveredByJam(key, words)
    if (covered.length === 0) return { bits: Math.min(wholeBits, 18), coverage: 1 }
    return { bits: bitsOf(covered), coverage: bitsOf(covered) / wholeBits }
  }
  const bits = bitsOf(key.split(' ').filter((w) => words.includes(w)))
  return { bits, coverage: Math.min(1, bits / wholeBits) }
}

const coveredByJam = (jam: string, words: readonly string[]): string[] => {
  for (let first = 0; first < words.length; first++)
    for (let last = words.length; last > first; last--)
      if (words.slice(first, last).join('') === jam) return words.slice(first, last)
  return []
}

const hitValue = (h: ScoredHit): number =>
  h.bits * h.coverage +
  (h.cues.pin === 'direct' ? 8 : 0) +
  (h.cues.label ? 6 : 0) +
  (h.cues.capitals ? 3 : 0) +
  (h.cues.preposition ? 2 : 0) +
  (h.hit.span.form === 'handle' ? 6 : 0) -
  (h.cues.compared ? 12 : 0) -
  (h.hit.match === 'typo' ? 4 : 0)

/** Describes one candidate by its features and the reasons behind them. */
export function describe(candidate: Candidate, context: PostContext): Described {
  const hits = candidate.hits.map((hit) => {
    const cues = cuesOf(hit.span)
    return { hit, cues, ...weigh(hit, candidate, cues, context) }
  })
  const best = hits.toSorted((a, b) => hitValue(b) - hitValue(a))[0] ?? null
  const why: Why[] = []
  const addWhy = (kind: WhyKind, span: Span): void => {
    const second = span.text.second
    why.push({
      kind,
      source: span.text.source,
      words: spanWords(span),
      ...(second === undefined ? {} : { second }),
    })
  }
  if (best !== null) addWhy(whyKind(best), best.hit.span)
  const geo = geography(candidate, context, addWhy)
  const street = streetEvidence(candidate, context, why)
  const kitchens = kitchensOfPlace(candidate.place)
  const shared = [...kitchens].some((k) => context.kitchens.has(k))
  const phone = (candidate.place.phone ?? '').replace(/\D/g, '').slice(-8)
  const distinct = (form: Span['form'] | TokenText['source']): number =>
    hits.some((h) => h.hit.span.form === form || h.hit.span.text.source === form) ? 1 : 0
  const anyCue = (test: (c: Cues) => boolean): number =>
    hits.some((h) => test(h.cues) && h.bits * h.coverage >= 0.6 * (best?.bits ?? 0) * (best?.coverage ?? 0))
      ? 1
      : 0
  const x: Record<FeatureName, number> = {
    bits: Math.min(best?.bits ?? 0, 36) / 10,
    coverage: 1 - (best?.coverage ?? 1),
    typo: best?.hit.match === 'typo' ? 1.6 - best.hit.similarity : 0,
    jammed:
      best?.hit.span.form === 'jammed' ||
      best?.hit.span.form === 'repaired' ||
      best?.hit.span.form === 'piece'
        ? 1
        : 0,
    landmark:
      best !== null &&
      best.hit.span.key
        .split(' ')
        .every((w) => LANDMARK_WORDS.has(w) || GLUE_WORDS.has(w) || VENUE_WORDS.has(w))
        ? 1
        : 0,
    pinDirect: anyCue((c) => c.pin === 'direct'),
    pinLine: anyCue((c) => c.pin === 'line'),
    label: anyCue((c) => c.label),
    preposition: anyCue((c) => c.preposition),
    quoted: anyCue((c) => c.quoted),
    capitals: anyCue((c) => c.capitals),
    standalone: anyCue((c) => c.standalone),
    edge: anyCue((c) => c.edge),
    compared:
      hits.length > 0 &&
      hits.every(
        (h) => h.cues.compared || h.bits * h.coverage < 0.6 * (best?.bits ?? 0) * (best?.coverage ?? 0),
      )
        ? 1
        : best?.cues.compared === true
          ? 0.7
          : 0,
    handle: distinct('handle'),
    hashtag: distinct('hashtag'),
    creator: hits.some((h) => h.hit.span.text.source === 'creator' && h.coverage > 0.6) ? 1 : 0,
    ocr: distinct('ocr'),
    transcript: best?.hit.span.text.source === 'transcript' ? 1 : 0,
    sources: Math.min(
      2,
      new Set(
        hits
          .filter((h) => h.coverage > 0.5 && h.hit.span.text.source !== 'llm-mention')
          .map((h) =>
            h.hit.span.form === 'hashtag' || h.hit.span.form === 'handle'
              ? h.hit.span.form
              : h.hit.span.text.source,
          ),
      ).size - 1,
    ),
    extends: best === null ? 0 : extendsBeyond(best, context),
    ...geo,
    ...street,
    kitchen: shared ? 1 : 0,
    kitchenConflict: !shared && kitchens.size > 0 && context.kitchens.size > 0 ? 1 : 0,
    phone: phone.length >= 7 && context.digits.includes(phone.slice(-7)) ? 1 : 0,
    common: Math.log2(Math.max(1, best?.hit.keyCount ?? 1)),
    addressOnly: best === null ? 1 : 0,
    areaName: best === null ? 0 : areaNameWeight(best, context),
    insideAddress: best !== null && insideAddress(best.hit.span, context) ? 1 : 0,
    localBits: 0,
    streetName: best !== null && namesStreet(best, candidate) ? 1 : 0,
    chainElsewhere: 0,
    ...unexplained(candidate, context),
    ...context.kind,
    generic: best !== null && isGeneric(best) ? 1 : 0,
  }
  x.localBits = Math.max(x.geo, x.cityNamed) * Math.max(0, x.bits - 1) * (1 - x.coverage)
  x.chainElsewhere =
    x.common > 0 && x.cityNamed < 1 && x.number === 0 && x.street === 0 ? Math.min(2, x.common) : 0
  if (x.sources < 0) x.sources = 0
  if (shared)
    why.push({
      kind: 'cuisine',
      source: context.texts[0]?.source ?? 'description',
      words: [...kitchens].filter((k) => context.kitchens.has(k)).join(', '),
    })
  return { candidate, x, best, why }
}

/** Words for kinds of places, or dishes that are not written as a name. */
const isGeneric = ({ hit, cues }: ScoredHit): boolean =>
  hit.span.key
    .split(' ')
    .every(
      (w) => GLUE_WORDS.has(w) || VENUE_WORDS.has(w) || (FOOD_WORDS.has(w) && !cues.capitals && !cues.label),
    )

const whyKind = (best: ScoredHit): WhyKind => {
  if (best.hit.kind === 'alias') return 'alias'
  if (best.hit.span.form === 'handle') return 'handle'
  if (best.hit.span.form === 'hashtag') return 'hashtag'
  if (best.hit.span.text.source === 'creator') return 'creator'
  if (best.hit.match === 'typo') return 'misspelt-name'
  return best.coverage > 0.75 ? 'name' : 'partial-name'
}

/** 1 when telling words with capitals stand right beside the span: the name in the post is longer than the hit. */
function extendsBeyond(best: ScoredHit, context: PostContext): number {
  const { tokens } = best.hit.span.text
  if (best.hit.span.form === 'handle' || best.hit.span.form === 'hashtag' || best.hit.span.form === 'creator')
    return 0
  const before = tokens[best.hit.span.first]?.gap === 'space' ? tokens[best.hit.span.first - 1] : undefined
  const next = tokens[best.hit.span.last + 1]
  const after = next?.gap === 'space' ? next : undefined
  const beside = (token: typeof before): number => {
    if (
      token === undefined ||
      token.kind !== 'word' ||
      GLUE_WORDS.has(token.key) ||
      VENUE_WORDS.has(token.key) ||
      /^\d/.test(token.key)
    )
      return 0
    if (
      context.phrases.get(token.key) !== undefined &&
      context.areas.mentions.some((m) => m.key.split(' ').includes(token.key))
    )
      return 0
    if (token.casing === 'lower' || token.casing === 'none') return 0
    return best.cues.capitals || token.casing === 'title' ? 1 : 0
  }
  return Math.max(beside(before), beside(after))
}

const STREET_CUE =
  /(?:^|[^\p{L}])(?:calle|c\/|av\.?|avda\.?|avenida|plaza|pza\.?|paseo|camino|ctra\.?|carretera|barrio|ruta|esquina|metro|estaci[oó]n|parque|museo|teatro|zoo|puente|r[uú]a|entre)\s+(?:(?:de|del|la|el|los|las)\s+)*$/iu
const STREET_AFTER =
  /^\s+(?:street|st|road|rd|avenue|ave|lane|ln|square|sq|park|station|bridge|market|hill|museum|church|kalea|plaza)\b/iu

/** Words after 'calle' or before 'Street', or a partial name that is but the place's own street. */
function namesStreet(best: ScoredHit, candidate: Candidate): boolean {
  const { span } = best.hit
  const first = span.text.tokens[span.first]
  const last = span.text.tokens[span.last]
  if (first === undefined || last === undefined || best.hit.match === 'typo') return false
  const before = span.text.text.slice(Math.max(0, first.start - 30), first.start)
  if (span.form === 'words' && best.coverage < 0.95 && STREET_CUE.test(before)) return true
  if (span.form === 'words' && STREET_AFTER.test(span.text.text.slice(last.end, last.end + 14))) return true
  const street = candidate.place.address === undefined ? [] : nameKey(candidate.place.address).split(' ')
  return best.coverage < 0.75 && span.key.split(' ').every((w) => street.includes(w))
}

/** How surely the hit's words are but the name of an area. */
function areaNameWeight(best: ScoredHit, context: PostContext): number {
  const { span } = best.hit
  if (span.form === 'handle') return 0
  return context.areas.mentions.reduce(
    (max, m) =>
      m.key === span.key || m.key.replaceAll(' ', '') === span.key ? Math.max(max, m.weight) : max,
    0,
  )
}

/** True when the hit's words are part of an address the post gives. */
function insideAddress(span: Span, context: PostContext): boolean {
  const words = span.key.split(' ')
  return context.addresses.some(
    (a) => a.text === span.text && a.sure && words.every((w) => nameKey(a.words).split(' ').includes(w)),
  )
}

type GeoFeatures = Pick<
  Record<FeatureName, number>,
  'cityOther' | 'geo' | 'geoConflict' | 'country' | 'countryConflict' | 'cityNamed'
>

/** Do the areas named in the post hold the place, or do they speak against it? */
function geography(
  candidate: Candidate,
  context: PostContext,
  addWhy: (kind: WhyKind, span: Span) => void,
): GeoFeatures {
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
  const city = place.city === undefined ? '' : nameKey(place.city)
  const region = place.region === undefined ? '' : nameKey(place.region)
  const citySpan = city.length > 2 ? context.phrases.get(city) : undefined
  const regionSpan = region.length > 3 ? context.phrases.get(region) : undefined
  if (citySpan !== undefined) addWhy('city', citySpan)
  else if (regionSpan !== undefined) addWhy('region', regionSpan)
  const named =
    citySpan !== undefined && !own.has(city) ? 1 : regionSpan !== undefined && !own.has(region) ? 0.4 : 0
  const country = place.country === undefined ? 0 : (context.areas.countries.get(place.country) ?? 0)
  const strongest = Math.max(0, ...context.areas.countries.values())
  const otherCity = context.areas.mentions.some(
    (m) => m.weight > 0.5 && m.readings[0]?.entry.kind === 'city' && m.readings[0].entry.population > 15_000,
  )
  return {
    geo,
    cityOther: named === 0 && city !== '' && otherCity && geo > 0.3 ? 1 : 0,
    cityNamed: named,
    geoConflict: Math.max(0, doubt - 1.5 * Math.max(geo, named)),
    country,
    countryConflict: place.country === undefined ? 0 : Math.max(0, strongest - country),
  }
}

const partOf = (key: string, words: readonly string[]): boolean =>
  key.split(' ').every((w) => words.includes(w))

const STREET_VALUE: Readonly<Record<StreetMatch, { number: number; street: number }>> = {
  number: { number: 1, street: 1 },
  block: { number: 0.8, street: 1 },
  street: { number: 0, street: 1 },
  none: { number: 0, street: 0 },
}

function streetEvidence(
  candidate: Candidate,
  context: PostContext,
  why: Why[],
): Pick<Record<FeatureName, number>, 'number' | 'street' | 'addressConflict' | 'addressMissing'> {
  const address = candidate.place.address
  const sure = context.addresses.filter((a) => a.sure)
  if (address === undefined)
    return { number: 0, street: 0, addressConflict: 0, addressMissing: sure.length > 0 ? 1 : 0 }
  let best: { match: StreetMatch; words: string; text: TokenText } | null = null
  for (const text of context.texts) {
    const found = matchStreet(address, text)
    if (found.match === 'none') continue
    const value = STREET_VALUE[found.match]
    const known = best === null ? { number: 0, street: 0 } : STREET_VALUE[best.match]
    if (value.number + value.street > known.number + known.street)
      best = { match: found.match, words: found.words, text }
  }
  if (best !== null) {
    why.push({
      kind: best.match === 'street' ? 'street' : 'address',
      source: best.text.source,
      words: best.words,
    })
    const own = placeStreet(address).words.every((w) => candidate.nameWords.includes(w))
    const value = STREET_VALUE[best.match]
    return {
      number: value.number,
      street: own && value.number === 0 ? 0 : 1,
      addressConflict: 0,
      addressMissing: 0,
    }
  }
  const words = placeStreet(address).words
  const clash = sure.length > 0 && sure.every((a) => !streetKeyWords(a.street).some((w) => words.includes(w)))
  return { number: 0, street: 0, addressConflict: clash && words.length > 0 ? 1 : 0, addressMissing: 0 }
}

type UnexplainedFeatures = Pick<
  Record<FeatureName, number>,
  'unexplainedPin' | 'unexplainedLabel' | 'unexplainedHandle'
>

/** A pin line, a label or a handle that names something else than this place speaks against it. */
function unexplained(candidate: Candidate, context: PostContext): UnexplainedFeatures {
  const open = context.chunks.filter((chunk) => !chunkExplained(chunk, candidate))
  const has = (kind: CuedChunk['kind']): number => (open.some((chunk) => chunk.kind === kind) ? 1 : 0)
  return { unexplainedPin: has('pin'), unexplainedLabel: has('label'), unexplainedHandle: has('handle') }
}

/** Everything the scoring asks of the post itself, made once. */
export function postContext(options: {
  texts: readonly TokenText[]
  spans: readonly Span[]
  areas: AreaEvidence
  rank: WordRank
  counts: ReadonlyMap<string, number>
  total: number
}): PostContext {
  const phrases = new Map<string, Span>()
  for (const span of options.spans) if (!phrases.has(span.key)) phrases.set(span.key, span)
  const words = options.texts.filter((t) => t.source !== 'creator').flatMap((t) => t.tokens.map((k) => k.key))
  return {
    ...options,
    phrases,
    kitchens: kitchensOfWords(words),
    addresses: options.texts.flatMap((t) =>
      t.source === 'creator' || t.source === 'transcript' ? [] : postAddresses(t),
    ),
    kind: postKind(options.texts),
    chunks: cuedChunks(options.texts, options.areas),
    digits: options.texts.map((t) => t.text.replace(/[\s().-]/g, '')).join(' '),
  }
}
