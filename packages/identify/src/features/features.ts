import type { Candidate } from '../candidates/candidate.ts'
import { kitchensOfPlace } from './cuisine-evidence.ts'
import type { Cues } from '../text/cues.ts'
import type { Why, WhyKind } from '../evidence.ts'
import { geography, wordsAt, wordsOf, type AddWhy } from './geography.ts'
import type { PostContext } from '../post-context.ts'
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
} from './surroundings.ts'
import { GLUE_WORDS, LANDMARK_WORDS, VENUE_WORDS } from '../text/words.ts'

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
  'beside',
  'handle',
  'hashtag',
  'creator',
  'ocr',
  'transcript',
  'sources',
  'extends',
  'otherVenue',
  'geo',
  'geoConflict',
  'country',
  'countryConflict',
  'cityNamed',
  'number',
  'street',
  'rareStreet',
  'addressConflict',
  'numberConflict',
  'streetOther',
  'kitchen',
  'kitchenConflict',
  'phone',
  'common',
  'addressOnly',
  'addressPinned',
  'namedOtherwise',
  'generic',
  'localBits',
  'streetName',
  'chainElsewhere',
  'addressMissing',
  'areaName',
  'insideAddress',
  'cityOther',
  'neighbourhoodOwn',
  'neighbourhoodOther',
  'unexplainedPin',
  'unexplainedLabel',
  'unexplainedHandle',
  'recipe',
  'product',
  'advert',
  'question',
  'vlog',
  'withheld',
  'opening',
  'doorNamed',
  'besideArea',
  'wholeAlone',
  'ownHandle',
  'locationTag',
] as const
export type FeatureName = (typeof FEATURES)[number]
/** Absent features are 0. */
export type FeatureVector = Readonly<Partial<Record<FeatureName, number>>>

/** To begin with: an object that grew by sixty properties would be made anew many times. */
const NO_FEATURES: FeatureVector = Object.fromEntries(FEATURES.map((name) => [name, 0]))

export interface Described {
  readonly candidate: Candidate
  readonly x: FeatureVector
  readonly best: ScoredHit | null
  readonly why: readonly Why[]
}

/** Describes one candidate by its features and the reasons behind them. */
export function describe(candidate: Candidate, context: PostContext): Described {
  const hits = scoredHits(candidate, context)
  const best = hits[0] ?? null
  const why: Why[] = []
  const addWhy: AddWhy = (kind, { source, words, second }) =>
    void why.push({ kind, source, words, ...(second === undefined ? {} : { second }) })
  if (best !== null) addWhy(whyKind(best), wordsOf(best.hit.span))
  const geo = geography(candidate, context, addWhy)
  const street = streetEvidence(candidate, context, why)
  const name = nameFeatures(best)
  const word = best === null ? { areaName: 0 } : wordFeatures(best, candidate, context)
  const carried = Math.log2(Math.max(1, best?.hit.keyCount ?? 1))
  const located = geo.cityNamed >= 1 || street.number > 0 || street.street > 0
  const common =
    street.number > 0
      ? 0
      : street.street > 0 && Math.max(geo.geo, street.rareStreet) > 0.2 && !context.list
        ? carried * 0.2
        : carried
  const x: FeatureVector = { ...NO_FEATURES }
  const parts: readonly FeatureVector[] = [
    name,
    best === null
      ? { addressOnly: 1, addressPinned: isPinned(candidate, context) ? 1 : 0 }
      : cueFeatures(hits, best),
    word,
    sourceFeatures(hits),
    geo,
    street,
    kitchenFeatures(candidate, context, addWhy),
    unexplained(candidate, context),
    context.kind,
  ]
  Object.assign(x, ...parts, {
    namedOtherwise: context.unknownName && !hits.some(isCued) ? 1 : 0,
    // 'Alhambra, Rivadavia 8628' is no town.
    areaName: street.number > 0 ? 0 : word.areaName,
    phone: phoneNamed(candidate, context) ? 1 : 0,
    common,
    chainElsewhere: located ? 0 : Math.min(2, common),
    doorNamed: doorNamed(name, street, context),
    wholeAlone: best !== null && isWholeAlone(best) && Math.max(geo.geo, geo.country) >= SOME_AREA ? 1 : 0,
    ownHandle: hits.some(isOwnHandle) ? 1 : 0,
    besideArea: besideArea(hits, candidate, context) ? 1 : 0,
    localBits:
      word.areaName > 0.3
        ? 0
        : Math.max(geo.geo, geo.cityNamed) * Math.max(0, name.bits - 1) * (1 - name.coverage),
  } satisfies FeatureVector)
  return { candidate, x, best, why }
}

const MAX_BITS = 36

function nameFeatures(best: ScoredHit | null): Record<'bits' | 'coverage' | 'typo' | 'jammed', number> {
  if (best === null) return { bits: 0, coverage: 0, typo: 0, jammed: 0 }
  const { form } = best.hit.span
  return {
    bits: Math.min(best.bits, MAX_BITS) / 10,
    coverage: 1 - best.coverage,
    typo: best.hit.match === 'typo' ? 1.6 - best.hit.similarity : 0,
    jammed: form === 'jammed' || form === 'repaired' || form === 'piece' ? 1 : 0,
  }
}

/** A name whole or telling enough, and the street with the number (1) or without (less; in a list it may be another's). */
function doorNamed(
  { bits, coverage }: { bits: number; coverage: number },
  { number, street }: StreetFeatures,
  { list }: PostContext,
): number {
  if (number > 0) return (bits > 0 && coverage < MOSTLY_NAMED) || bits > TELLING_PART ? 1 : 0
  return bits > 0 && coverage < MOSTLY_NAMED && !list ? STREET_ALONE * street : 0
}

/** Share of a name that may be missing beside its street. */
const MOSTLY_NAMED = 0.25
const TELLING_PART = 2.5
const STREET_ALONE = 0.35

/** From here on something in the post tells of the place's country or surroundings. */
const SOME_AREA = 0.3

/** The whole of a name of several words that one place alone carries. */
const isWholeAlone = ({ hit, coverage }: ScoredHit): boolean =>
  hit.match === 'exact' &&
  hit.keyCount === 1 &&
  coverage > 0.95 &&
  hit.span.form === 'words' &&
  hit.span.key.split(' ').filter((w) => !GLUE_WORDS.has(w) && !VENUE_WORDS.has(w)).length > 1

/** Bits from which a handle is no word that many could have chosen. */
const OWN_HANDLE_BITS = 15

/** A handle that spells the whole name of one place alone. */
const isOwnHandle = ({ hit, bits, coverage }: ScoredHit): boolean =>
  hit.span.form === 'handle' &&
  hit.match === 'exact' &&
  hit.keyCount === 1 &&
  coverage > 0.95 &&
  bits >= OWN_HANDLE_BITS

/** Something tells that the words are meant as a name. */
const isCued = ({ cues, hit: { span } }: ScoredHit): boolean =>
  cues.pin !== 'none' ||
  cues.label ||
  cues.quoted ||
  cues.capitals ||
  span.form === 'handle' ||
  span.form === 'hashtag' ||
  span.form === 'creator'

const value = (hit: ScoredHit): number => hit.bits * hit.coverage

/** Cues of every hit nearly as telling as the best one. */
function cueFeatures(hits: readonly ScoredHit[], best: ScoredHit): FeatureVector {
  const telling = hits.filter((h) => value(h) >= 0.6 * value(best))
  const any = (test: (cues: Cues) => boolean): number => (telling.some((h) => test(h.cues)) ? 1 : 0)
  return {
    pinDirect: any((c) => c.pin === 'direct'),
    pinLine: any((c) => c.pin === 'line'),
    label: any((c) => c.label),
    preposition: any((c) => c.preposition),
    quoted: any((c) => c.quoted),
    capitals: any((c) => c.capitals),
    standalone: any((c) => c.standalone),
    edge: any((c) => c.edge),
    beside: telling.every((h) => h.cues.beside) ? 1 : 0,
    compared: telling.every((h) => h.cues.compared) ? 1 : best.cues.compared ? 0.7 : 0,
  }
}

function wordFeatures(
  best: ScoredHit,
  candidate: Candidate,
  context: PostContext,
): FeatureVector & { areaName: number } {
  const words = best.hit.span.key.split(' ')
  const landmark = words.every((w) => LANDMARK_WORDS.has(w) || GLUE_WORDS.has(w) || VENUE_WORDS.has(w))
  return {
    landmark: landmark ? 1 : 0,
    generic: isGeneric(best) ? 1 : 0,
    extends: extendsBeyond(best, candidate, context),
    otherVenue: otherVenue(best, candidate),
    areaName: areaNameWeight(best, candidate, context),
    insideAddress: insideAddress(best.hit.span, context) ? 1 : 0,
    streetName: namesStreet(best, candidate, context) ? 1 : 0,
  }
}

function sourceFeatures(hits: readonly ScoredHit[]): FeatureVector {
  const has = (test: (hit: ScoredHit) => boolean): number => (hits.some(test) ? 1 : 0)
  const origins = hits
    .filter((h) => h.coverage > 0.5 && h.hit.span.text.source !== 'llm-mention')
    .map(({ hit: { span } }) =>
      span.form === 'hashtag' || span.form === 'handle' ? span.form : span.text.source,
    )
  return {
    handle: has((h) => h.hit.span.form === 'handle'),
    hashtag: has((h) => h.hit.span.form === 'hashtag' || h.hit.span.text.source === 'hashtag'),
    creator: has((h) => h.hit.span.text.source === 'creator' && h.coverage > 0.6),
    ocr: has((h) => h.hit.span.text.source === 'ocr'),
    locationTag: has((h) => h.hit.span.text.source === 'location-tag' && h.coverage > 0.6),
    transcript: hits[0]?.hit.span.text.source === 'transcript' ? 1 : 0,
    sources: Math.min(2, Math.max(0, new Set(origins).size - 1)),
  }
}

function kitchenFeatures(candidate: Candidate, context: PostContext, addWhy: AddWhy): FeatureVector {
  const kitchens = [...kitchensOfPlace(candidate.place, context.keyOf)]
  const shared = kitchens.flatMap((kitchen) => context.kitchens.get(kitchen) ?? [])
  const told = shared[0]
  if (told !== undefined) addWhy('cuisine', wordsAt(told.text, told.at, told.at))
  return {
    kitchen: shared.length > 0 ? 1 : 0,
    kitchenConflict: shared.length === 0 && kitchens.length > 0 && context.kitchens.size > 0 ? 1 : 0,
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
