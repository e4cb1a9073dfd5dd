import type { EvidenceSource } from '../evidence.ts'
import type { Cues } from '../text/cues.ts'
import { LANDMARK_WORDS, STOP_WORDS, VENUE_WORDS } from '../text/words.ts'
import {
  distinctive,
  tensOfBits,
  keyCountOf,
  wordsOf,
  SURE_AREA,
  SOME_AREA,
  MAX_RANK_BITS,
  ownWords,
  ordinaryOf,
  commonOf,
  isWholeAlone,
  isOwnHandle,
  isTag,
  tellingHits,
  isMarked,
  isVisited,
  isUnspoken,
  isWritten,
  lineOf,
  isNowhere,
  doorNamed,
  NEAR_WORDS,
  eatingWords,
  isAgreed,
  MIN_INDEXED,
  localIndexed,
  phoneNamed,
  type Seen,
} from './readers.ts'
import type { ScoredHit } from './scored-hit.ts'
import {
  areaNameWeight,
  besideArea,
  extendsBeyond,
  hasUnexplained,
  insideAddress,
  isGeneric,
  isPinned,
  namesStreet,
  otherVenue,
} from './neighbouring-words.ts'

type Reader = (seen: Seen) => number | boolean
/** The meaning of a number, and how it is read. */
type Entry = readonly [meaning: string, read: Reader]

const ofGeo =
  (name: keyof Seen['geo']): Reader =>
  ({ geo }) =>
    geo[name]
const ofStreet =
  (name: keyof Seen['street']): Reader =>
  ({ street }) =>
    street[name]
const ofKind =
  (name: keyof Seen['context']['kind']): Reader =>
  ({ context }) =>
    context.kind[name]
const unexplained =
  (kind: 'pin' | 'label' | 'handle'): Reader =>
  ({ candidate, context }) =>
    hasUnexplained(kind, candidate, context)

/** 0 for a place that no words name. */
const named =
  (read: (best: ScoredHit, seen: Seen) => number | boolean): Reader =>
  (seen) =>
    seen.best === null ? 0 : read(seen.best, seen)

const anyCue = (test: (cues: Cues) => boolean): Reader =>
  named((best, seen) => distinctive(best, seen).some(({ cues }) => test(cues)))
const anyHit =
  (test: (hit: ScoredHit) => boolean): Reader =>
  ({ hits }) =>
    hits.some(test)
const fromSource = (source: EvidenceSource): Reader =>
  anyHit(({ hit, coverage }) => hit.span.text.source === source && coverage > 0.6)

/**
 * The evidence for and against a candidate, by groups: each entry has its meaning and its reader. A flag is 0 or 1 unless
 * its meaning says more; a share lies between 0 and 1; bits are counted in tens.
 */
export const EVIDENCE = {
  name: {
    bits: ['bits that the words of the post which name the place tell', named(tensOfBits)],
    coverage: [
      'share of the name (by bits) that these words leave out',
      named(({ coverage }) => 1 - coverage),
    ],
    typo: [
      'share of letters that differ, and 0.6; 0 when the name is spelled as in the index',
      named(({ hit }) => (hit.match === 'typo' ? 1.6 - hit.similarity : 0)),
    ],
    joined: [
      'flag: the words were joined, cut or repaired to give the name',
      named(({ hit }) => ['joined', 'repaired', 'piece'].includes(hit.span.form)),
    ],
    landmark: [
      'flag: words of streets, squares and landmarks alone',
      named((best) =>
        wordsOf(best).every((w) => LANDMARK_WORDS.has(w) || STOP_WORDS.has(w) || VENUE_WORDS.has(w)),
      ),
    ],
    generic: ['flag: words for kinds of places or dishes alone', named(isGeneric)],
    localBits: [
      'bits of a part of the name beyond ten, times how surely the areas of the post hold the place',
      named(
        (best, { geo }) =>
          Math.max(geo.geo, geo.cityNamed) * Math.max(0, tensOfBits(best) - 1) * (1 - best.coverage),
      ),
    ],
    common: [
      'log2 of the number of places with this name, less where a street tells which is meant',
      named(commonOf),
    ],
    chainElsewhere: [
      'log2 of the number of places with this name, up to 2, where nothing of the post locates the place',
      named((best, seen) =>
        seen.geo.cityNamed >= 1 || seen.street.number > 0 || seen.street.street > 0
          ? 0
          : Math.min(2, commonOf(best, seen)),
      ),
    ],
    wholeAlone: [
      'flag: the whole of a name of several words that one place alone has, in a known country',
      named((best, { geo }) => isWholeAlone(best) && Math.max(geo.geo, geo.country) >= SOME_AREA),
    ],
    keyCount: ['log2 of the number of places with this name', named(keyCountOf)],
    similarity: ['share of letters that agree with the index', named(({ hit }) => hit.similarity)],
    edits: ['letters that differ from the index', named(({ hit }) => hit.edits)],
    inserted: ['words of the post between those of the name', named(({ hit }) => hit.inserted)],
    partial: ['flag: found by some words of its name', named(({ hit }) => hit.match === 'tokens')],
    nameWords: ['words of the whole name', ({ candidate }) => candidate.nameWords.length],
    spanWords: ['words of the post that name it', named((best) => wordsOf(best).length)],
    letters: ['tens of letters of these words', named(({ hit }) => hit.span.key.length / 10)],
    ordinary: [
      'how ordinary the most distinctive word of the name among them is: 1 for the most frequent of a language, 0 for none that a list has',
      named((best, seen) => Math.min(1, ...ordinaryOf(best, seen))),
    ],
    plain: [
      'how ordinary the words of the name among them are, on average',
      named((best, seen) => {
        const each = ordinaryOf(best, seen)
        return each.reduce((sum, one) => sum + one, 0) / Math.max(1, each.length)
      }),
    ],
    rarest: [
      'log2 of the number of names in the index with the rarest of these words',
      named((best, { context }) => {
        const counts = ownWords(best).map((word) => context.names.countOf(word))
        return counts.length === 0 ? MAX_RANK_BITS : Math.log2(1 + Math.min(...counts))
      }),
    ],
  },
  cues: {
    nameOdds: [
      'log-odds that its words are the name of the place, by what stands around them',
      named(({ hit }, { context }) => context.nameOdds(hit.span)),
    ],
    pinDirect: ['flag: right after a map pin', anyCue(({ pin }) => pin === 'direct')],
    pinLine: ['flag: on the line of a map pin', anyCue(({ pin }) => pin === 'line')],
    label: ['flag: after a label such as "Lugar:" or "called"', anyCue(({ label }) => label)],
    preposition: ['flag: after "en", "at", "visited" …', anyCue(({ preposition }) => preposition)],
    quoted: ['flag: in quotation marks', anyCue(({ quoted }) => quoted)],
    capitals: ['flag: with capitals where the text around has none', anyCue(({ capitals }) => capitals)],
    standalone: ['flag: a phrase of its own', anyCue(({ standalone }) => standalone)],
    edge: ['flag: begins or ends a phrase', anyCue(({ edge }) => edge)],
    compared: [
      'flag (0.7 when other hits are not): after "better than", "not" …',
      named((best, seen) =>
        distinctive(best, seen).every(({ cues }) => cues.compared) ? 1 : best.cues.compared ? 0.7 : 0,
      ),
    ],
    beside: [
      'flag: after "next to", "near" …, and nowhere else marked or visited',
      named((best, seen) => {
        const each = distinctive(best, seen)
        const others = each.filter(({ cues }) => !cues.beside)
        return others.length < each.length && !others.some((hit) => isMarked(hit) || isVisited(hit))
      }),
    ],
    item: ['flag: opens an item of a list', anyCue(({ item }) => item)],
    closed: ['flag: said to be closed or full after it', named(({ cues }) => cues.closed)],
    person: ['flag: a person or an animal is called so', anyCue(({ person }) => person)],
    extends: [
      'flag (0.7 across a small word): a distinctive word with a capital stands beside it',
      named((best, { candidate, context }) => extendsBeyond(best, candidate, context)),
    ],
    otherVenue: [
      'flag: another kind of place stands beside it than its name has',
      named((best, { candidate }) => otherVenue(best, candidate)),
    ],
    areaName: [
      'how surely its words are only the name of an area',
      // With a house number, the words are an address and not a town: 'Alhambra, Rivadavia 8628'.
      named((best, { candidate, context, street }) =>
        street.number > 0 ? 0 : areaNameWeight(best, candidate, context),
      ),
    ],
    insideAddress: [
      'flag: its words are a part of an address in the post',
      named(({ hit }, { context }) => insideAddress(hit.span, context)),
    ],
    streetName: [
      'flag: its words are only the name of a street',
      named((best, { candidate, context }) => namesStreet(best, candidate, context)),
    ],
    upper: ['flag: in capital letters', named((best) => isWritten(best, 'upper'))],
    lower: ['flag: without any capital', named((best) => isWritten(best, 'lower'))],
    first: [
      'share of the text that stands before it',
      named(({ hit: { span } }) => span.first / Math.max(1, span.text.tokens.length)),
    ],
    line: ['words of the phrase that it stands in, beside its own', named(lineOf)],
  },
  sources: {
    handle: ['flag: a handle names it', anyHit(({ hit }) => hit.span.form === 'handle')],
    hashtag: [
      'flag: a hashtag names it',
      anyHit(({ hit: { span } }) => span.form === 'hashtag' || span.text.source === 'hashtag'),
    ],
    creator: ['flag: the account that posted names it', fromSource('creator')],
    ocr: ['flag: text in the picture names it', anyHit(({ hit }) => hit.span.text.source === 'ocr')],
    transcript: [
      'flag: the best hit is in speech',
      named(({ hit }) => hit.span.text.source === 'transcript'),
    ],
    locationTag: ['flag: the location tag of the post names it', fromSource('location-tag')],
    hint: ['flag: the person who adds the post names it', fromSource('user-hint')],
    caption: [
      'flag: title or description name it in words',
      anyHit(
        ({ hit: { span }, coverage }) =>
          coverage > 0.6 && ['title', 'description'].includes(span.text.source) && !isTag(span.form),
      ),
    ],
    sources: [
      'number of kinds of sources that name it, less one; at most 2',
      ({ hits }) => {
        const origins = tellingHits(hits).map(({ hit: { span } }) =>
          isTag(span.form) ? span.form : span.text.source,
        )
        return Math.min(2, Math.max(0, new Set(origins).size - 1))
      },
    ],
    times: [
      'log2 of the number of times that the post names it',
      ({ hits }) =>
        Math.log2(
          1 + new Set(tellingHits(hits).map(({ hit: { span } }) => `${span.text.source} ${span.first}`)).size,
        ),
    ],
    ownHandle: ['flag: a handle spells the whole name of one place alone', anyHit(isOwnHandle)],
    unspoken: ['flag: only hashtags, handles or the account name it', isUnspoken],
  },
  geography: {
    geo: ['0–1: the areas of the post hold the place', ofGeo('geo')],
    geoConflict: ['0–1: an area far away is named, and none near', ofGeo('geoConflict')],
    country: ['weight of its country in the post', ofGeo('country')],
    countryConflict: ['weight of the strongest other country', ofGeo('countryConflict')],
    cityNamed: ['1 when its city is named, 0.4 for its region', ofGeo('cityNamed')],
    cityOther: ['0–1: a city is named, and the place lies at its edge or beyond', ofGeo('cityOther')],
    neighbourhoodOwn: ['flag: the post names its part of the city', ofGeo('neighbourhoodOwn')],
    neighbourhoodOther: ['flag: the post names another part of its city', ofGeo('neighbourhoodOther')],
    besideArea: [
      'flag: its area stands right beside its name',
      ({ hits, candidate, context }) => besideArea(hits, candidate, context),
    ],
    nowhere: ['flag: nothing in the post locates the place', isNowhere],
    nowhereUnmarked: [
      'flag: nothing in the post locates the place, and no pin, label, handle or quotation marks say that the words are a name',
      (seen) => isNowhere(seen) && !seen.hits.some(isMarked),
    ],
    areas: [
      'number of areas that the post names',
      ({ context }) => context.areas.mentions.filter(({ weight }) => weight > SURE_AREA).length,
    ],
  },
  address: {
    number: ['1 for its street and number or its plus code, 0.8 for its block', ofStreet('number')],
    street: ['flag: its street is named', ofStreet('street')],
    rareStreet: ['0–1: how rare the name of its street is', ofStreet('rareStreet')],
    addressConflict: [
      '1 (0.15 in a list): the post gives an address in another street',
      ofStreet('addressConflict'),
    ],
    numberConflict: [
      '1 (0.15 in a list): the post gives another number in its street',
      ofStreet('numberConflict'),
    ],
    streetOther: ['1 (0.15 in a list): the post names another street', ofStreet('streetOther')],
    addressMissing: [
      '1 (0.15 in a list): the post gives an address, and that of the place is unknown',
      ofStreet('addressMissing'),
    ],
    otherAddress: [
      'the strongest of the four conflicts of its address',
      ({ street: { addressConflict, numberConflict, streetOther, addressMissing } }) =>
        Math.max(addressConflict, numberConflict, streetOther, addressMissing),
    ],
    phone: [
      'flag: the post gives its telephone number',
      ({ candidate, context }) => phoneNamed(candidate, context),
    ],
    addressOnly: ['flag: nothing but its address led to it', ({ best }) => best === null],
    addressPinned: [
      'flag: its address follows a map pin',
      ({ best, candidate, context }) => best === null && isPinned(candidate, context),
    ],
    doorNamed: ['1 for its name with street and number, 0.35 with the street', named(doorNamed)],
    addresses: [
      'number of addresses and plus codes that the post gives',
      ({ context }) => context.addresses.length + context.plusCodes.length,
    ],
    hasAddress: [
      'flag: the index knows its address',
      ({ candidate }) => (candidate.street?.words.length ?? 0) > 0,
    ],
  },
  cuisine: {
    cuisine: ['flag: its cuisine is one that the post names', ({ cuisine }) => cuisine.isShared],
    cuisineConflict: [
      'flag: the post names other cuisines only',
      ({ cuisine, context }) => !cuisine.isShared && cuisine.isKnown && context.cuisines.size > 0,
    ],
  },
  post: {
    unexplainedPin: ['flag: a map pin marks something else', unexplained('pin')],
    unexplainedLabel: ['flag: a label marks something else', unexplained('label')],
    unexplainedHandle: ['flag: a handle names something else', unexplained('handle')],
    namedOtherwise: [
      'flag: something marked as a name is in no index, and nothing marks this one',
      ({ context, hits }) =>
        context.unknownName && hits.length > 0 && !hits.some((hit) => isMarked(hit) || hit.cues.capitals),
    ],
    unknownName: ['flag: something marked as a name is in no index', ({ context }) => context.unknownName],
    recipe: ['share of the signs of a recipe', ofKind('recipe')],
    product: ['share of the signs of a product review', ofKind('product')],
    advert: ['share of the signs of an advertisement of something else', ofKind('advert')],
    question: ['share of the signs of a question to the viewers', ofKind('question')],
    vlog: ['share of the signs of a diary', ofKind('vlog')],
    withheld: ['flag: the author says that the name is not told', ofKind('withheld')],
    unvisited: ['flag: the author tells of a visit that was not', ofKind('unvisited')],
    opening: ['flag: something is said to be new', ofKind('opening')],
    command: ['flag: it tells a program what to answer', ofKind('command')],
    eating: [
      'log2 of the number of words about food and eating outside hashtags, beside those that name the place',
      (seen) => Math.log2(1 + eatingWords(seen).length),
    ],
    eatingNear: [
      'flag: one of them stands in the same phrase or beside it',
      named(({ hit: { span } }, seen) =>
        eatingWords(seen).some(
          ({ text, at }) =>
            text === span.text && at >= span.first - NEAR_WORDS && at <= span.last + NEAR_WORDS,
        ),
      ),
    ],
    tags: ['log2 of the number of hashtags', ({ context }) => Math.log2(1 + context.tags.all)],
    tagsEating: [
      'log2 of the number of hashtags about food and eating',
      ({ context }) => Math.log2(1 + context.tags.eating),
    ],
    unfounded: [
      'flag: unspoken, and no word about food, no area, street or telephone number agrees',
      (seen) => isUnspoken(seen) && !isAgreed(seen),
    ],
    list: ['flag: several places are expected', ({ context }) => context.list],
    words: [
      'log2 of the number of words in the post',
      ({ context }) => Math.log2(1 + context.texts.reduce((sum, { tokens }) => sum + tokens.length, 0)),
    ],
    chunks: ['number of things that pins, labels and handles mark', ({ context }) => context.chunks.length],
  },
  index: {
    indexed: [
      'log2 of the size of the index against the one learned from; 0 from there on, and for a place of a provider',
      ({ candidate, context }) =>
        candidate.isProvided ? 0 : Math.max(MIN_INDEXED, Math.log2(context.names.indexed)),
    ],
    localIndexed: [
      'log2 of the names that the index has in the areas of the post against the places to eat at that so many inhabitants have; 0 from there on, without an area, and for a place of a provider',
      localIndexed,
    ],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Entry>>>>

type Groups = typeof EVIDENCE
export type FeatureGroup = keyof Groups
export type FeatureName = { [Group in FeatureGroup]: keyof Groups[Group] }[FeatureGroup]

const ENTRIES: ReadonlyMap<string, Entry> = new Map(
  Object.values(EVIDENCE).flatMap((group): [string, Entry][] => Object.entries(group)),
)
const isName = (name: string): name is FeatureName => ENTRIES.has(name)

/** All names in the order of the model's numbers. */
export const FEATURES: readonly FeatureName[] = [...ENTRIES.keys()].filter(isName)

const positions = new Map(FEATURES.map((name, i) => [name, i]))
/** The index of the feature among the model's numbers. */
export const featureAt = (name: FeatureName): number => positions.get(name) ?? -1

const READERS = [...ENTRIES.values()].map(([, read]) => read)
/** The numbers of a candidate, in the order of `FEATURES`. */
export const readEvidence = (seen: Seen): number[] => READERS.map((read) => Number(read(seen)))
export const meaningOf = (name: string): string => ENTRIES.get(name)?.[0] ?? ''
