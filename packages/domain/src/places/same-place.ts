import { distanceMetres } from '../distance.ts'
import { editDistance } from '../spelling/edit-distance.ts'
import { soundKey } from '../spelling/phonetic-key.ts'
import { nameKey } from '../text.ts'

/** The facts by which two records are recognised as one restaurant. */
export interface PlaceRecord {
  readonly source?: string | undefined
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly address?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly website?: string | null | undefined
  readonly city?: string | null | undefined
}

/** Two sources place the same restaurant at most this far apart; branches of a chain are farther. */
const SAME_PLACE_METRES = 150
/**
 * Within this distance, house numbers are no evidence against an equal name: sources take them from neighbours. Two
 * records of one source are twins only within it.
 */
const NEXT_DOOR_METRES = 40
/** A name within another one: "Isolina" and "Isolina Taberna Peruana". */
const LONGER_NAME_METRES = 50
/** The same when the common part is two words or more, with which the longer one begins. */
const LONG_BEGINNING_METRES = 100
const NEXT_DOOR_NUMBERS = 10
const PHONE_DIGITS = 7
/** A word this long with another letter is a misspelling, without other evidence. */
const MISSPELT_LETTERS = 8
const MISSPELT_WITH_EVIDENCE = 5
const MIN_LETTERS = 4

/** Words that say what is sold. Different ones are different places: "Taquería El Güero", "Pizzería El Güero". */
const KINDS = [
  'taqueria taquerias taco tacos birrieria birria carnitas barbacoa',
  'pizzeria pizzerias pizza pizzas pizzaria',
  'marisqueria marisquerias mariscos cevicheria cebicheria ceviches seafood pescaderia',
  'polleria pollo pollos chicken',
  'cafe cafes cafeteria coffee coffeehouse caffe espresso roasters кафе',
  'bar bares pub pubs taberna tasca cantina cerveceria cervejaria brewery brewing brewpub pulqueria tavern taproom',
  'heladeria helados helado neveria nieves gelateria gelato sorveteria ice cream paleteria',
  'panaderia panaderias pasteleria reposteria confiteria confeitaria padaria bakery boulangerie horno',
  'burger burgers hamburguesas hamburgueseria',
  'sushi',
  'torteria tortas',
  'kebab kebap doner',
].map((words) => words.split(' '))
/** Words that a source adds or leaves out, whatever the place: kinds of any place, cuisines, branches, companies. */
const LOOSE = new Set(
  `a al and are at c da de del des di do dos du e el en et for in l la las le les lo los of on r s the und v y
  restaurante restaurantes restaurant restaurants resto restobar ristorante trattoria osteria comedor fonda hosteria
  cocina kitchen cuisine grill house bistro bistrot brasserie bodegon meson asador parrilla antigua antiguo gran deli
  delicatessen food foods diner eatery lounge club company co ltd llc inc sl sa cv lda ltda srl gmbh cia sucursal suc
  branch downtown centro local oficial official hotel ресторант ресторан
  mexicana mexicano mexican italiana italiano italian peruana peruano peruvian espanola american americano argentina
  napoletana neapolitan chinese thai japanese korean indian vegan`.split(/\s+/),
)
const SHORT_FORMS: Readonly<Record<string, string>> = {
  rest: 'restaurante',
  sta: 'santa',
  sto: 'santo',
  hnos: 'hermanos',
  gral: 'general',
  bbq: 'barbecue',
  st: 'saint',
}

/**
 * True for records of one restaurant, by the names, the distance and, where the records have them, telephone, site and
 * house number. The only rule of this; `same-place.fixture.psv` has 200 pairs.
 */
export function isSamePlace(one: PlaceRecord, other: PlaceRecord): boolean {
  const metres = distanceMetres(one, other)
  const isOneSource = one.source !== undefined && one.source === other.source
  if (metres > (isOneSource ? NEXT_DOOR_METRES : SAME_PLACE_METRES)) return false
  const city = nameKey(`${one.city ?? ''} ${other.city ?? ''}`).split(' ')
  const [a, b] = [namesOf(one.name, city), namesOf(other.name, city)]
  if (a.words.length === 0 || b.words.length === 0 || isNumberedApart(a.words, b.words)) return false
  const isReachedAlike = isSamePhone(one, other) || isSameSite(one, other)
  const doors = compareDoors(one.address, other.address)
  const isSure = isReachedAlike || doors === 'same'
  if (a.isLatin !== b.isLatin) return isSure || a.words.some((word) => b.words.includes(word))
  if (!isSure && a.kinds.size > 0 && b.kinds.size > 0 && ![...a.kinds].some((kind) => b.kinds.has(kind)))
    return false
  const common = a.core.filter((word) => b.core.some((twin) => isSameWord(word, twin, isSure))).length
  const [fewer, more] = a.core.length <= b.core.length ? [a, b] : [b, a]
  if (a.joined === b.joined || (common === a.core.length && common === b.core.length))
    return isSure || doors !== 'other' || metres <= NEXT_DOOR_METRES
  // A publisher that names two at one spot differently means two, such as a hotel and the shop in it.
  if (common === 0 || (isOneSource && !isSure)) return false
  if (isReachedAlike) return fewer.core.length - common <= 1
  if (doors === 'same' && common > 1 && a.core[0] === b.core[0]) return true
  return common === fewer.core.length && doors !== 'other' && isLongerName(fewer, more, { metres, doors })
}

interface Names {
  readonly words: readonly string[]
  /** The words that tell the place from others; all when these would be too short. */
  readonly core: readonly string[]
  readonly joined: string
  readonly kinds: ReadonlySet<number>
  readonly isLatin: boolean
}

function namesOf(name: string, city: readonly string[]): Names {
  const key = nameKey(name.replaceAll('ı', 'i'))
  const words = key
    .replace(/[łøđß]/gu, (letter) => ({ ł: 'l', ø: 'o', đ: 'd', ß: 'ss' })[letter] ?? letter)
    .split(' ')
    .filter(Boolean)
    .map((word) => SHORT_FORMS[word] ?? word)
  const kinds = new Set(KINDS.flatMap((of, kind) => (words.some((word) => of.includes(word)) ? [kind] : [])))
  const isLoose = (word: string) =>
    LOOSE.has(word) || city.includes(word) || KINDS.some((of) => of.includes(word))
  const own = words.filter((word) => !isLoose(word))
  const core = own.join('').length >= MIN_LETTERS || /[^\p{Script=Latin}]/u.test(own.join('')) ? own : words
  return { words, core, joined: core.join(''), kinds, isLatin: !/[^\p{Script=Latin}\d\s]/u.test(key) }
}

const numbersOf = (words: readonly string[]): readonly string[] =>
  words.filter((word) => /^(?:\d+\D?|i{2,3}|iv|jr|.*号店)$/u.test(word))

/** "Tacos El Güero" is not "Tacos El Güero 2"; longer numbers may be those of a shop, which only some sources give. */
function isNumberedApart(a: readonly string[], b: readonly string[]): boolean {
  const [ours, theirs] = [numbersOf(a), numbersOf(b)]
  const extra = [...ours.filter((n) => !theirs.includes(n)), ...theirs.filter((n) => !ours.includes(n))]
  return (
    extra.some((n) => !/^\d{2,}\D?$/u.test(n)) || (extra.length > 0 && ours.length > 0 && theirs.length > 0)
  )
}

function isSameWord(a: string, b: string, isSure: boolean): boolean {
  if (a === b || sounds(a) === sounds(b)) return true
  const shorter = Math.min(a.length, b.length)
  const edits = isSure && shorter >= MISSPELT_LETTERS ? 2 : 1
  return (
    shorter >= (isSure ? MISSPELT_WITH_EVIDENCE : MISSPELT_LETTERS) &&
    !/\d/u.test(a + b) &&
    editDistance(a, b, edits) <= edits
  )
}

/** As it sounds, in the singular, with German vowels as they are written without dots. */
const sounds = (word: string): string =>
  soundKey(word.replace(/([aou])e/g, '$1').replace(/(?<=..[^s])s$/u, ''))

function isLongerName(
  fewer: Names,
  more: Names,
  { metres, doors }: { readonly metres: number; readonly doors: 'same' | 'other' | 'unknown' },
): boolean {
  if (doors === 'same') return true
  // "El Sol" is not "El Sol y La Luna".
  const rest = more.words.slice(more.words.lastIndexOf(fewer.core.at(-1) ?? '') + 1)
  if (/^(?:y|e|and|und|et)$/u.test(rest[0] ?? '') && rest.some((word) => more.core.includes(word)))
    return false
  const isBeginning = fewer.core.every((word, at) => more.core[at] === word)
  const limit = isBeginning && fewer.core.length > 1 ? LONG_BEGINNING_METRES : LONGER_NAME_METRES
  return metres <= limit
}

const digitsOf = ({ phone }: PlaceRecord): string => (phone ?? '').replace(/\D/g, '').slice(-PHONE_DIGITS)

function isSamePhone(one: PlaceRecord, other: PlaceRecord): boolean {
  return digitsOf(one).length === PHONE_DIGITS && digitsOf(one) === digitsOf(other)
}

const hostOf = ({ website }: PlaceRecord): string =>
  /^(?:https?:\/\/)?(?:www\.)?([^/?#]+)/iu.exec(website?.trim() ?? '')?.[1]?.toLowerCase() ?? ''

function isSameSite(one: PlaceRecord, other: PlaceRecord): boolean {
  return hostOf(one) !== '' && hostOf(one) === hostOf(other)
}

/** The first number of an address, "84-92" as a range, with the long words before and after it. */
function doorOf(address: string | null | undefined) {
  const found = /(?<!\d)(\d{1,6})(?!\d|st|nd|rd|th)(?:\s?[-–]\s?(\d{1,6}))?/u.exec(
    address?.normalize('NFKC') ?? '',
  )
  const first = Number(found?.[1])
  return found === null ? null : { first, last: Math.max(first, Number(found[2] ?? first)) }
}

function compareDoors(
  one: string | null | undefined,
  other: string | null | undefined,
): 'same' | 'other' | 'unknown' {
  const [a, b] = [doorOf(one), doorOf(other)]
  if (a === null || b === null) return 'unknown'
  const apart = Math.max(a.first, b.first) - Math.min(a.last, b.last)
  if (apart > NEXT_DOOR_NUMBERS) return 'other'
  return apart <= 0 ? 'same' : 'unknown'
}
