import { isOtherBusiness } from '@antojo/domain/places/spec-limits'
import type { Candidate } from '../candidates/candidate.ts'
import type { EvidenceSource, Why, WhyKind } from '../evidence.ts'
import type { PostContext } from '../post-context.ts'
import type { Cues } from '../text/cues.ts'
import type { Span } from '../text/spans.ts'
import { STOP_WORDS, LANDMARK_WORDS, VENUE_WORDS } from '../text/words.ts'
import { cuisinesOfPlace } from './cuisine-evidence.ts'
import type { FeaturesOf, FeatureVector } from './feature-names.ts'
import { geography, wordsAt, wordsOf, type AddWhy, type GeoFeatures } from './geography.ts'
import { scoredHits, type ScoredHit } from './scored-hit.ts'
import { streetEvidence, type StreetFeatures } from './street-evidence.ts'
import {
  areaNameWeight,
  besideArea,
  extendsBeyond,
  insideAddress,
  isPinned,
  isGeneric,
  namesStreet,
  otherVenue,
  unexplained,
} from './neighbouring-words.ts'

export interface Described {
  readonly candidate: Candidate
  readonly x: FeatureVector
  readonly best: ScoredHit | null
  readonly why: readonly Why[]
}

/** Describes one candidate by its features and the reasons behind them. */
export function describe(candidate: Candidate, context: PostContext): Described {
  const all = scoredHits(candidate, context)
  // A proposal of a language model has no context. When the post contains the words itself, only its own hits count.
  const own = all.filter(({ hit }) => hit.span.text.source !== 'llm-mention')
  const hits = own.length > 0 ? own : all
  const best = hits[0] ?? null
  const why: Why[] = []
  const addWhy: AddWhy = (kind, { source, words, second }) =>
    void why.push({ kind, source, words, ...(second === undefined ? {} : { second }) })
  if (best !== null) addWhy(whyKind(best), wordsOf(best.hit.span))
  const geo = geography(candidate, context, addWhy)
  const street = streetEvidence(candidate, context, why)
  const x: FeatureVector = {
    ...nameFeatures(best, candidate, { context, geo, street }),
    ...cueFeatures(hits, best, { candidate, context, street }),
    ...sourceFeatures(hits),
    proposed: flag(all.some((each) => each.hit.span.text.source === 'llm-mention' && each.coverage > 0.6)),
    ...geo,
    ...located(hits, geo, street),
    areas: context.areas.mentions.filter(({ weight }) => weight > SURE_AREA).length,
    besideArea: flag(besideArea(hits, candidate, context)),
    ...addressFeatures(best, candidate, { context, street }),
    ...cuisineFeatures(candidate, context, addWhy),
    ...postFeatures(hits, candidate, context),
    ...indexFeatures(candidate, context),
  }
  return { candidate, x, best, why }
}

const flag = (is: boolean): number => (is ? 1 : 0)
/** The weight from which a post means an area. */
const SURE_AREA = 0.4

/** The evidence that locates the place. Where there is none: whether the place is named only by unmarked words. */
function located(
  hits: readonly ScoredHit[],
  { geo, cityNamed, country }: GeoFeatures,
  { number, street }: StreetFeatures,
): Pick<FeaturesOf<'geography'>, 'nowhere' | 'nowhereUnmarked'> {
  const nowhere = Math.max(geo, cityNamed, country, number, street) < SOME_AREA
  return { nowhere: flag(nowhere), nowhereUnmarked: flag(nowhere && !hits.some(isMarked)) }
}

/** A pin, a label, quotation marks, a handle, a hashtag or an account marks the words as a name. */
const isMarked = ({ cues, hit: { span } }: ScoredHit): boolean =>
  cues.pin !== 'none' ||
  cues.label ||
  cues.quoted ||
  span.form === 'handle' ||
  span.form === 'hashtag' ||
  span.form === 'creator'

const MAX_BITS = 36

const NO_NAME: FeaturesOf<'name'> = {
  bits: 0,
  coverage: 0,
  typo: 0,
  joined: 0,
  landmark: 0,
  generic: 0,
  localBits: 0,
  common: 0,
  chainElsewhere: 0,
  wholeAlone: 0,
  keyCount: 0,
  similarity: 0,
  edits: 0,
  inserted: 0,
  partial: 0,
  alias: 0,
  nameWords: 0,
  spanWords: 0,
  letters: 0,
  ordinary: 0,
  rarest: 0,
}

interface Around {
  readonly context: PostContext
  readonly street: StreetFeatures
}

function nameFeatures(
  best: ScoredHit | null,
  { nameWords }: Candidate,
  { context, geo, street }: Around & { geo: GeoFeatures },
): FeaturesOf<'name'> {
  if (best === null) return { ...NO_NAME, nameWords: nameWords.length }
  const { hit, coverage } = best
  const { form, key } = hit.span
  const words = key.split(' ')
  const bits = Math.min(best.bits, MAX_BITS) / 10
  const keyCount = Math.log2(Math.max(1, hit.keyCount))
  const isLocated = geo.cityNamed >= 1 || street.number > 0 || street.street > 0
  const common = keyCount * commonShare(street, geo, context)
  const distinctive = words.filter((word) => !STOP_WORDS.has(word) && !VENUE_WORDS.has(word))
  const ranks = distinctive.map((word) => context.rank(word))
  const ordinary = ranks.map((rank) => (rank === undefined ? 0 : 1 - Math.log2(rank) / MAX_RANK_BITS))
  const counts = distinctive.map((word) => context.names.countOf(word))
  return {
    bits,
    coverage: 1 - coverage,
    typo: hit.match === 'typo' ? 1.6 - hit.similarity : 0,
    joined: flag(form === 'joined' || form === 'repaired' || form === 'piece'),
    landmark: flag(words.every((w) => LANDMARK_WORDS.has(w) || STOP_WORDS.has(w) || VENUE_WORDS.has(w))),
    generic: flag(isGeneric(best)),
    localBits: Math.max(geo.geo, geo.cityNamed) * Math.max(0, bits - 1) * (1 - coverage),
    common,
    chainElsewhere: isLocated ? 0 : Math.min(2, common),
    wholeAlone: flag(isWholeAlone(best) && Math.max(geo.geo, geo.country) >= SOME_AREA),
    keyCount,
    similarity: hit.similarity,
    edits: hit.edits,
    inserted: hit.inserted,
    partial: flag(hit.match === 'tokens'),
    alias: flag(hit.kind === 'alias'),
    nameWords: nameWords.length,
    spanWords: words.length,
    letters: key.length / 10,
    ordinary: Math.max(0, Math.min(1, ...ordinary)),
    rarest: counts.length === 0 ? MAX_RANK_BITS : Math.log2(1 + Math.min(...counts)),
  }
}

/** The frequency lists hold 10,000 words each. */
const MAX_RANK_BITS = Math.log2(10_000)

/** How much it matters that other places share the name. */
function commonShare(street: StreetFeatures, geo: GeoFeatures, { list }: PostContext): number {
  if (street.number > 0) return 0
  return street.street > 0 && Math.max(geo.geo, street.rareStreet) > 0.2 && !list ? 0.2 : 1
}

/**
 * 1 for a whole or distinctive name with street and number, less without the number: in a list the street may belong to
 * another place.
 */
function doorNamed(
  best: ScoredHit | null,
  { number, street }: StreetFeatures,
  { list }: PostContext,
): number {
  const bits = Math.min(best?.bits ?? 0, MAX_BITS) / 10
  const coverage = best === null ? 0 : 1 - best.coverage
  if (number > 0) return (bits > 0 && coverage < MOSTLY_NAMED) || bits > TELLING_PART ? 1 : 0
  return bits > 0 && coverage < MOSTLY_NAMED && !list ? STREET_ALONE * street : 0
}

/** The share of a name that may be missing beside its street. */
const MOSTLY_NAMED = 0.25
const TELLING_PART = 2.5
const STREET_ALONE = 0.35

/** The weight from which the post indicates the place's country or surroundings. */
const SOME_AREA = 0.3

/** True for the whole name of several words that only one place has. */
const isWholeAlone = ({ hit, coverage }: ScoredHit): boolean =>
  hit.match === 'exact' &&
  hit.keyCount === 1 &&
  coverage > 0.95 &&
  hit.span.form === 'words' &&
  hit.span.key.split(' ').filter((w) => !STOP_WORDS.has(w) && !VENUE_WORDS.has(w)).length > 1

/** Bits from which a handle is not one that many could have chosen. */
const OWN_HANDLE_BITS = 15

/** True for a handle that spells the whole name of a single place. */
const isOwnHandle = ({ hit, bits, coverage }: ScoredHit): boolean =>
  hit.span.form === 'handle' &&
  hit.match === 'exact' &&
  hit.keyCount === 1 &&
  coverage > 0.95 &&
  bits >= OWN_HANDLE_BITS

/** True when something indicates that the words are meant as a name. */
const isCued = (hit: ScoredHit): boolean => isMarked(hit) || hit.cues.capitals

const value = (hit: ScoredHit): number => hit.bits * hit.coverage

const NO_CUES: FeaturesOf<'cues'> = {
  nameOdds: 0,
  pinDirect: 0,
  pinLine: 0,
  label: 0,
  preposition: 0,
  quoted: 0,
  capitals: 0,
  standalone: 0,
  edge: 0,
  compared: 0,
  beside: 0,
  extends: 0,
  otherVenue: 0,
  areaName: 0,
  insideAddress: 0,
  streetName: 0,
  upper: 0,
  lower: 0,
  first: 0,
  line: 0,
}

/** The cues of all hits nearly as distinctive as the best one, and the words around the best one. */
function cueFeatures(
  hits: readonly ScoredHit[],
  best: ScoredHit | null,
  { candidate, context, street }: Around & { candidate: Candidate },
): FeaturesOf<'cues'> {
  if (best === null) return NO_CUES
  const distinctive = hits.filter((h) => value(h) >= 0.6 * value(best))
  const any = (test: (cues: Cues) => boolean): number => flag(distinctive.some((h) => test(h.cues)))
  return {
    nameOdds: context.nameOdds(best.hit.span),
    pinDirect: any((c) => c.pin === 'direct'),
    pinLine: any((c) => c.pin === 'line'),
    label: any((c) => c.label),
    preposition: any((c) => c.preposition),
    quoted: any((c) => c.quoted),
    capitals: any((c) => c.capitals),
    standalone: any((c) => c.standalone),
    edge: any((c) => c.edge),
    beside: flag(distinctive.every((h) => h.cues.beside)),
    compared: distinctive.every((h) => h.cues.compared) ? 1 : best.cues.compared ? 0.7 : 0,
    extends: extendsBeyond(best, candidate, context),
    otherVenue: otherVenue(best, candidate),
    // With a house number, the words are an address and not a town: 'Alhambra, Rivadavia 8628'.
    areaName: street.number > 0 ? 0 : areaNameWeight(best, candidate, context),
    insideAddress: flag(insideAddress(best.hit.span, context)),
    streetName: flag(namesStreet(best, candidate, context)),
    ...written(best.hit.span),
  }
}

/** How a span is written, and in which sources. */
function written({
  text,
  first,
  last,
}: Span): Pick<FeaturesOf<'cues'>, 'upper' | 'lower' | 'first' | 'line'> {
  const own = text.tokens.slice(first, last + 1).filter(({ kind }) => kind === 'word')
  let from = first
  let to = last
  while (from > 0 && text.tokens[from]?.gap !== 'hard') from--
  while (to + 1 < text.tokens.length && text.tokens[to + 1]?.gap !== 'hard') to++
  return {
    upper: flag(own.length > 0 && own.every(({ casing }) => casing === 'upper' || casing === 'none')),
    lower: flag(own.length > 0 && own.every(({ casing }) => casing === 'lower' || casing === 'none')),
    first: first / Math.max(1, text.tokens.length),
    line: Math.min(MAX_LINE, to - from - (last - first)),
  }
}

const MAX_LINE = 20

function sourceFeatures(hits: readonly ScoredHit[]): Omit<FeaturesOf<'sources'>, 'proposed'> {
  const has = (test: (hit: ScoredHit) => boolean): number => flag(hits.some(test))
  const own = hits.filter((h) => h.coverage > 0.5 && h.hit.span.text.source !== 'llm-mention')
  const origins = own.map(({ hit: { span } }) =>
    span.form === 'hashtag' || span.form === 'handle' ? span.form : span.text.source,
  )
  const times = new Set(own.map(({ hit: { span } }) => `${span.text.source} ${span.first}`)).size
  const fromSource = (source: EvidenceSource): number =>
    has((h) => h.hit.span.text.source === source && h.coverage > 0.6)
  return {
    handle: has((h) => h.hit.span.form === 'handle'),
    hashtag: has((h) => h.hit.span.form === 'hashtag' || h.hit.span.text.source === 'hashtag'),
    creator: fromSource('creator'),
    ocr: has((h) => h.hit.span.text.source === 'ocr'),
    transcript: flag(hits[0]?.hit.span.text.source === 'transcript'),
    locationTag: fromSource('location-tag'),
    hint: fromSource('user-hint'),
    caption: has(
      ({ hit: { span }, coverage }) =>
        coverage > 0.6 &&
        (span.text.source === 'title' || span.text.source === 'description') &&
        span.form !== 'handle' &&
        span.form !== 'hashtag',
    ),
    sources: Math.min(2, Math.max(0, new Set(origins).size - 1)),
    times: Math.log2(1 + times),
    ownHandle: has(isOwnHandle),
  }
}

function addressFeatures(
  best: ScoredHit | null,
  candidate: Candidate,
  { context, street }: Around,
): FeaturesOf<'address'> {
  const isOnlyAddress = best !== null && street.number === 0 && insideAddress(best.hit.span, context)
  return {
    ...street,
    phone: flag(phoneNamed(candidate, context)),
    addressOnly: flag(best === null),
    addressPinned: flag(best === null && isPinned(candidate, context)),
    doorNamed: isOnlyAddress ? 0 : doorNamed(best, street, context),
    otherAddress: Math.max(
      street.addressConflict,
      street.numberConflict,
      street.streetOther,
      street.addressMissing,
    ),
    addresses: context.addresses.length + context.plusCodes.length,
    hasAddress: flag((candidate.street?.words.length ?? 0) > 0),
  }
}

function cuisineFeatures({ place }: Candidate, context: PostContext, addWhy: AddWhy): FeaturesOf<'cuisine'> {
  const cuisines = [...cuisinesOfPlace(place, context.keyOf)]
  const shared = cuisines.flatMap((cuisine) => context.cuisines.get(cuisine) ?? [])
  const told = shared[0]
  if (told !== undefined) addWhy('cuisine', wordsAt(told.text, told.at, told.at))
  return {
    cuisine: flag(shared.length > 0),
    cuisineConflict: flag(shared.length === 0 && cuisines.length > 0 && context.cuisines.size > 0),
    otherBusiness: flag(isOtherBusiness(place.categories)),
  }
}

function postFeatures(
  hits: readonly ScoredHit[],
  candidate: Candidate,
  context: PostContext,
): FeaturesOf<'post'> {
  return {
    ...unexplained(candidate, context),
    ...context.kind,
    namedOtherwise: flag(context.unknownName && hits.length > 0 && !hits.some(isCued)),
    unknownName: flag(context.unknownName),
    list: flag(context.list),
    words: Math.log2(1 + context.texts.reduce((sum, { tokens }) => sum + tokens.length, 0)),
    chunks: context.chunks.length,
  }
}

/** Roughly the number of inhabitants per place to eat at. */
const INHABITANTS = 500
/**
 * The list that comes with the product has one two-hundredth of the names that the model learned from; a smaller index
 * says no more.
 */
const MIN_INDEXED = -8
const MIN_LOCAL_INDEXED = -10

/** An index feature is 0 for a place of a provider, because providers cover the whole world. */
function indexFeatures({ isProvided }: Candidate, context: PostContext): FeaturesOf<'index'> {
  const { localNames, names, areas } = context
  if (isProvided) return { indexed: 0, localIndexed: 0 }
  const people = areas.mentions.flatMap(({ weight, readings: [best] }) =>
    best !== undefined && best.entry.kind === 'city' && weight > SURE_AREA ? [best.entry.population] : [],
  )
  const share = (localNames ?? 0) / Math.max(1, ...people.map((count) => count / INHABITANTS))
  return {
    indexed: Math.max(MIN_INDEXED, Math.log2(names.indexed)),
    localIndexed: localNames === null ? 0 : Math.max(MIN_LOCAL_INDEXED, Math.min(0, Math.log2(share))),
  }
}

const PHONE_DIGITS = 7

function phoneNamed(candidate: Candidate, context: PostContext): boolean {
  const phone = (candidate.place.phone ?? '').replace(/\D/g, '')
  return phone.length >= PHONE_DIGITS && context.digits.includes(phone.slice(-PHONE_DIGITS))
}

const whyKind = (best: ScoredHit): WhyKind => {
  if (best.hit.kind === 'alias') return 'alias'
  if (best.hit.span.form === 'handle') return 'handle'
  if (best.hit.span.form === 'hashtag') return 'hashtag'
  if (best.hit.span.text.source === 'creator') return 'creator'
  if (best.hit.match === 'typo') return 'misspelt-name'
  return best.coverage > 0.75 ? 'name' : 'partial-name'
}
