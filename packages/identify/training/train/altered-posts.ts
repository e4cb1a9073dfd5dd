import { EVIDENCE, featureAt, FEATURES, type FeatureName } from '../../src/features/evidence-table.ts'
import type { Competitor } from '../../src/model/rivals.ts'
import { numberOf, type Form, type PosedPost, type TrainingPost } from './training-post.ts'

type Change = Partial<Record<FeatureName, number>>

const NO_ADDRESS: Change = { number: 0, street: 0, rareStreet: 0, doorNamed: 0, addressPinned: 0 }
const OTHER_ADDRESS: Change = { ...NO_ADDRESS, otherAddress: 1 }
/** Changes for a place that is found by its address alone. */
const OTHER_KITCHEN: Change = { cuisine: 0, cuisineConflict: 1 }
const NO_AREA: Change = {
  geo: 0,
  cityNamed: 0,
  localBits: 0,
  wholeAlone: 0,
  neighbourhoodOwn: 0,
  neighbourhoodOther: 0,
  besideArea: 0,
  cityOther: 0,
}
const UNMARKED: Change = {
  pinDirect: 0,
  pinLine: 0,
  label: 0,
  quoted: 0,
  handle: 0,
  ownHandle: 0,
  hashtag: 0,
  creator: 0,
  locationTag: 0,
  hint: 0,
  unspoken: 0,
  unfounded: 0,
  sources: 0,
}

const NOWHERE_UNMARKED: Change = {
  ...NO_ADDRESS,
  ...NO_AREA,
  ...UNMARKED,
  country: 0,
  areas: 0,
  nowhere: 1,
  nowhereUnmarked: 1,
}

/**
 * The contradictions that a post can contain about the place that it names. Collected posts hold few such cases,
 * because a writer seldom gets the street of a place wrong, and the right place of a new branch is in no index.
 */
const CONFLICTS: readonly Change[] = [
  { ...OTHER_ADDRESS, streetOther: 1 },
  { ...OTHER_ADDRESS, streetOther: 1, hasAddress: 0 },
  { ...OTHER_ADDRESS, addressConflict: 1, streetOther: 1, addresses: 1, hasAddress: 1 },
  { ...OTHER_ADDRESS, numberConflict: 1, addresses: 1, hasAddress: 1 },
  { ...OTHER_ADDRESS, addressMissing: 1, streetOther: 1, addresses: 1, hasAddress: 0 },
  { ...NO_ADDRESS, neighbourhoodOwn: 0, neighbourhoodOther: 1 },
  { ...NO_ADDRESS, ...NO_AREA, geoConflict: 0.9, areas: 1 },
  { ...NO_ADDRESS, neighbourhoodOwn: 0, opening: 1 },
  { ...NOWHERE_UNMARKED, preposition: 0, capitals: 0 },
  { ...NOWHERE_UNMARKED, joined: 1, ocr: 1, caption: 0, preposition: 0 },
  { ...NO_ADDRESS, ...UNMARKED, street: 1, insideAddress: 1, addresses: 1, capitals: 0 },
  {
    ...NO_ADDRESS,
    ...UNMARKED,
    capitals: 0,
    upper: 0,
    lower: 1,
    standalone: 0,
    namedOtherwise: 1,
    unknownName: 1,
  },
  { ...NO_ADDRESS, ...NO_AREA, country: 0, areas: 0, nowhere: 1, common: 1, chainElsewhere: 1, keyCount: 1 },
]

/** Changes after which the place is named but not meant. */
const NOT_MEANT: readonly Change[] = [
  { compared: 1 },
  { closed: 1 },
  { beside: 1, preposition: 0 },
  { command: 1 },
  { compared: 1, recipe: 1, ...UNMARKED },
]

/** The post with the candidate at `at` changed; only that candidate is learned from. */
function withSubject(posed: PosedPost, form: Form, at: number, subject: Competitor): PosedPost {
  return { ...posed, form, subject, competitors: posed.competitors.with(at, subject) }
}

/** The post as if it described the place that it names differently, in one of these ways. */
export function altered(post: TrainingPost): PosedPost[] {
  const plain = post.posed.find(({ form }) => form === 'plain')
  const at = plain?.gold.indexOf(0) ?? -1
  const right = plain?.competitors[at]
  if (!plain || !right || post.places !== 1 || post.kind === 'ambiguous') return []
  const posed = (form: Form, change: Change): PosedPost =>
    withSubject(plain, form, at, changed(right, change))
  if (right.claim === null) return [posed('contradicted', OTHER_KITCHEN)]
  const all = [
    ...CONFLICTS.map((change) => posed('contradicted', change)),
    ...NOT_MEANT.map((change) => posed('unmeant', change)),
    posed(isTelling(right) ? 'unlocated' : 'contradicted', NOWHERE_UNMARKED),
    ...(right.x[NUMBER] === 1 ? [besideNeighbour(plain, right), addressAlone(plain, at, right)] : []),
  ]
  const chosen = numberOf(post.id) % all.length
  return all.slice(chosen, chosen + 1)
}

/** Bits, in tens, from which the whole name of a single place needs no area beside it. */
const DISTINCTIVE_BITS = 1.8
const isTelling = ({ x }: Competitor): boolean =>
  (x[BITS] ?? 0) >= DISTINCTIVE_BITS && (x[COVERAGE] ?? 1) < 0.05 && x[featureAt('keyCount')] === 0

const NUMBER = featureAt('number')
const PART_OF_NAME: Change = { bits: 2, coverage: 0.4, partial: 1, wholeAlone: 0, doorNamed: 0, ...UNMARKED }

/** The post with another place at the same address, and a part of that place's name. */
function besideNeighbour(plain: PosedPost, right: Competitor): PosedPost {
  const { claim } = right
  const subject = {
    ...changed(right, PART_OF_NAME),
    id: `${right.id}-neighbour`,
    name: 'neighbour',
    claim: claim && { ...claim, first: claim.last + 1, last: claim.last + 1, joined: 'neighbour' },
  }
  const { competitors, gold } = plain
  return { ...plain, form: 'unmeant', subject, competitors: [...competitors, subject], gold: [...gold, -1] }
}

/** The post with only the address of the right place, after a map pin. */
function addressAlone(plain: PosedPost, at: number, right: Competitor): PosedPost {
  const nameless: Change = Object.fromEntries(
    [...Object.keys(EVIDENCE.name), ...Object.keys(EVIDENCE.cues), ...Object.keys(EVIDENCE.sources)]
      .filter((name) => name !== 'nameWords')
      .map((name) => [name, 0]),
  )
  const change = {
    ...nameless,
    doorNamed: 0,
    namedOtherwise: 0,
    unfounded: 0,
    addressOnly: 1,
    addressPinned: 1,
  }
  return withSubject(plain, 'addressed', at, { ...changed(right, change), claim: null })
}

/**
 * One in `SMALL_EVERY` altered posts is also posed to a small index, which keeps one in `KEPT_EVERY` places beside the
 * right ones.
 */
const SMALL_EVERY = 2
const KEPT_EVERY = 40
/** log2 of the share of places that the small index keeps, limited as in `indexFeatures`. */
const FEW_PLACES: Change = { indexed: -8 }

/** Poses the altered post to a small index, where most candidates have no rival. */
export function toSmallIndex(post: TrainingPost, posed: PosedPost): PosedPost[] {
  if (numberOf(post.id) % SMALL_EVERY !== 0) return []
  const kept = posed.competitors.flatMap((competitor, i) => {
    const gold = posed.gold[i] ?? -1
    const isSubject = competitor === posed.subject
    return gold >= 0 || isSubject || numberOf(competitor.id) % KEPT_EVERY === 0
      ? [{ competitor: changed(competitor, FEW_PLACES), gold, isSubject }]
      : []
  })
  const subject = kept.find(({ isSubject }) => isSubject)?.competitor
  return [
    {
      ...posed,
      competitors: kept.map((each) => each.competitor),
      gold: kept.map(({ gold }) => gold),
      ...(subject && { subject }),
    },
  ]
}

/** One post in this many is posed with the location tag of another place, which is then the right one. */
const RETAGGED_EVERY = 4
const WHOLE_NAME = 0.3
const BITS = FEATURES.indexOf('bits')
const COVERAGE = FEATURES.indexOf('coverage')
const TAGGED: Change = { unspoken: 0, unfounded: 0, locationTag: 1, pinDirect: 1, standalone: 1, edge: 1 }
/** The place that the caption names follows a map pin, with street and number. */
const PINNED_DOOR: Change = {
  pinDirect: 1,
  pinLine: 1,
  number: 1,
  street: 1,
  doorNamed: 1,
  otherAddress: 0,
  addresses: 1,
}

/**
 * The author chose a location tag from the platform's list of places, so it outweighs every word of the caption. Posts
 * whose tag and caption disagree are too rare to be collected, so the tag is moved to another candidate.
 */
export function retagged(post: TrainingPost): PosedPost[] {
  const plain = post.posed.find(({ form }) => form === 'plain')
  if (plain === undefined || numberOf(post.id) % RETAGGED_EVERY !== 2) return []
  const at = plain.competitors.findIndex(
    ({ x }, i) => plain.gold[i] === -1 && (x[BITS] ?? 0) > 1 && (x[COVERAGE] ?? 1) < WHOLE_NAME,
  )
  if (at < 0) return []
  const isPinned = numberOf(post.id) % (2 * RETAGGED_EVERY) === 2
  return [
    {
      ...plain,
      form: 'tagged',
      competitors: plain.competitors.map((each, i) =>
        i === at
          ? changed(each, TAGGED)
          : plain.gold[i] === 0 && isPinned
            ? changed(each, PINNED_DOOR)
            : each,
      ),
      gold: plain.gold.map((_, i) => (i === at ? 0 : -1)),
    },
  ]
}

function changed(competitor: Competitor, change: Change): Competitor {
  return { ...competitor, x: competitor.x.map((value, i) => change[FEATURES[i] ?? 'bits'] ?? value) }
}
