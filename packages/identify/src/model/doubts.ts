import type { Described } from '../features/features.ts'

/** Something that keeps a place from being taken without a question, however likely it is. */
export type Doubt = (described: Described) => boolean

/** A street, a telephone number or a mark of the author that proves the place apart from its name. */
const isProven = ({ x }: Described): boolean => (x.number ?? 0) + (x.street ?? 0) + (x.phone ?? 0) > 0
const isMarked = ({ x }: Described): boolean => (x.label ?? 0) + (x.pinDirect ?? 0) > 0

/** Evidence of its own beside the name. */
const isSupported = (d: Described): boolean => isProven(d) || isMarkedItself(d)

/** What is said of the name, and not of a street that it may share with another. */
export const isMarkedItself = (d: Described): boolean =>
  isMarked(d) || (d.x.number ?? 0) + (d.x.handle ?? 0) + (d.x.sources ?? 0) + (d.x.creator ?? 0) > 0

/** A chain has at least so many places of one name. */
const CHAIN = 6
/** So many, when the post says the town right beside the name: one each. */
const CHAIN_IN_TOWN = 12

/** A branch of a chain that no street tells from the others: the index may not know them all. */
const isChain: Doubt = ({ best, x }) =>
  best !== null &&
  best.hit.keyCount >= ((x.besideArea ?? 0) > 0 && (x.geo ?? 0) > 0.5 ? CHAIN_IN_TOWN : CHAIN) &&
  (x.number ?? 0) === 0 &&
  (x.street ?? 0) === 0

/** Share of a name's bits missing that make a partial name weak; after a pin or a label authors write most of it. */
const LITTLE_COVERED = 0.25
const LITTLE_COVERED_MARKED = 0.35
/** Tens of bits present that make any partial name strong. */
const TELLING_PART = 3

/** The beginning of a name that no other place has, in its own city: people shorten names to their beginnings. */
const isLocatedHead = ({ best, x, candidate }: Described): boolean =>
  best !== null &&
  best.hit.keyCount === 1 &&
  (x.cityNamed ?? 0) >= 1 &&
  (x.capitals ?? 0) + (x.preposition ?? 0) > 0 &&
  ` ${candidate.nameWords.join(' ')}`.startsWith(` ${best.hit.span.key}`)

/** A name of which the post holds only a little part, or a part of a longer name in the post, with no street to prove it. */
const isLooselyNamed: Doubt = (d) => {
  const { best, x } = d
  if (best === null || (x.number ?? 0) > 0 || (x.street ?? 0) > 0) return false
  const missing = isMarked(d) || isLocatedHead(d) ? LITTLE_COVERED_MARKED : LITTLE_COVERED
  return ((x.coverage ?? 0) > missing && (x.bits ?? 0) < TELLING_PART) || (x.extends ?? 0) > 0
}

/** The words of the post that agree with a part of the name are those of the place's street. */
const isStreetOnly: Doubt = ({ x }) => (x.streetName ?? 0) > 0

/** Several words with capitals, right beside the town, and the kitchen that the post tells of. */
const isWrittenInTown = ({ best, x }: Described): boolean =>
  best !== null &&
  best.hit.span.key.includes(' ') &&
  Math.min(x.besideArea ?? 0, x.capitals ?? 0, x.kitchen ?? 0, x.geo ?? 0) > 0.5

/** The whole of a name of several words that one place alone carries, in the town that the post names. */
const isAloneInTown = ({ best, x, candidate }: Described): boolean =>
  best !== null &&
  best.hit.match === 'exact' &&
  best.hit.keyCount === 1 &&
  candidate.nameWords.length > 1 &&
  best.coverage > 0.95 &&
  Math.max(x.cityNamed ?? 0, x.besideArea ?? 0) >= 1 &&
  (x.geo ?? 0) > 0.5

/** One ordinary word, with nothing but a city to support it. */
const COMMON_WORD_BITS = 1.6
const isCommonWord: Doubt = (d) =>
  d.best !== null &&
  (d.x.bits ?? 0) < COMMON_WORD_BITS &&
  !isSupported(d) &&
  !isWrittenInTown(d) &&
  !isAloneInTown(d)

/** The words are but a part of an address that the post gives. */
const isAddressPart: Doubt = ({ x }) => (x.insideAddress ?? 0) > 0 && (x.number ?? 0) === 0

/** The author marks another name, by a pin or a label, than this one; or by a handle, when nothing marks this one. */
const isContradicted: Doubt = (d) =>
  ((d.x.unexplainedPin ?? 0) + (d.x.unexplainedLabel ?? 0) > 0 && (d.x.doorNamed ?? 0) < 1) ||
  ((d.x.unexplainedHandle ?? 0) > 0 && !isProven(d) && !isMarked(d))

/** Tens of bits of a name that a letter more or less makes no other. */
const LONG_NAME = 2.5

const isLongInTown = ({ best, x }: Described): boolean =>
  best !== null && best.hit.span.key.includes(' ') && (x.bits ?? 0) >= LONG_NAME && (x.cityNamed ?? 0) >= 1

/** A handle names its owner letter by letter: one that differs is another's. Other misspellings need a second sign. */
const isMisspelt: Doubt = (d) =>
  d.best !== null &&
  d.best.hit.match === 'typo' &&
  (d.best.hit.span.form === 'handle' || !(isSupported(d) || isLongInTown(d)))

/** Read from a picture only by changing letters, with neither the place's own city nor another sign. */
const isMisread: Doubt = (d) =>
  d.best !== null && d.best.hit.span.form === 'repaired' && (d.x.cityNamed ?? 0) < 1 && !isSupported(d)

/** The post gives an address, and the place has another or none that we know: it may be a namesake. */
const isElsewhere: Doubt = ({ x }) =>
  Math.max(x.addressConflict ?? 0, x.numberConflict ?? 0, x.addressMissing ?? 0, x.streetOther ?? 0) >= 1 &&
  (x.phone ?? 0) === 0

/** Tens of bits from which a name is no ordinary words by chance. */
const NO_CHANCE_BITS = 2

/** Share of a name that may be missing where the post says the town of the place. */
const WHOLE_IN_TOWN = 0.15

/** Tens of bits that no ordinary word tells. */
const RARE_WORD_BITS = 1.8

const isWholeInTown = ({ x }: Described): boolean =>
  (x.coverage ?? 0) < WHOLE_IN_TOWN &&
  (x.bits ?? 0) >= RARE_WORD_BITS &&
  Math.max(x.cityNamed ?? 0, x.besideArea ?? 0) >= 1 &&
  (x.geo ?? 0) > 0.5 &&
  (x.common ?? 0) < 1 &&
  // Not 'mesa de roble'.
  (x.capitals ?? 0) + (x.standalone ?? 0) + (x.besideArea ?? 0) > 0

/** The post marks a name that no place explains, and this one by nothing. */
const isNamedOtherwise: Doubt = (d) =>
  (d.x.namedOtherwise ?? 0) > 0 &&
  !(d.best !== null && isWholeInTown(d)) &&
  (d.best === null ||
    ((d.x.doorNamed ?? 0) === 0 && (d.x.phone ?? 0) === 0 && (d.x.bits ?? 0) < NO_CHANCE_BITS))

/** Found by its address alone, which others may share, and neither is that pinned nor is it the kitchen the post tells of. */
const isAddressOnly: Doubt = ({ best, x }) =>
  best === null && (x.kitchen ?? 0) + (x.phone ?? 0) + (x.addressPinned ?? 0) === 0

/** The areas that the post names are elsewhere. */
const FAR = 0.4
const isFar: Doubt = (d) =>
  (d.x.geoConflict ?? 0) > FAR &&
  (d.x.geo ?? 0) < FAR &&
  (d.x.cityNamed ?? 0) < 1 &&
  !isProven(d) &&
  !(d.x.ownHandle ?? 0)

/** What has just opened is in few indexes: a place of the name may be an older branch. */
const isNew: Doubt = (d) => (d.x.opening ?? 0) > 0 && !isProven(d)

/** The post names a part of the city, and the place lies in another. */
const isOutside: Doubt = (d) => (d.x.neighbourhoodOther ?? 0) > 0 && !isProven(d)

const ALWAYS: readonly Doubt[] = [
  isChain,
  isCommonWord,
  isContradicted,
  isMisspelt,
  isMisread,
  isFar,
  isNamedOtherwise,
  isAddressOnly,
  isAddressPart,
  isStreetOnly,
]
const ALONE: readonly Doubt[] = [...ALWAYS, isLooselyNamed, isElsewhere, isOutside, isNew]

/** Each of these alone keeps a place from being taken; in a list addresses and areas belong to one place each. */
export const doubtsOf = (list: boolean): readonly Doubt[] => (list ? ALWAYS : ALONE)
