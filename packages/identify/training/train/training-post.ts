import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import { nameKey } from '@antojo/domain/text'
import { type LabelledPost, isGold, type Gold } from '../eval/posts.ts'
import type { Evidence, EvidenceText } from '../../src/evidence.ts'
import { evidenceOfPost } from '../../src/post-file.ts'
import type { Candidate } from '../../src/candidates/candidate.ts'
import { competitorOf } from '../../src/model/competitor.ts'
import type { Competitor } from '../../src/model/rivals.ts'
import { postWords, type PostWords } from '../../src/model/words.ts'
import { describeCandidates, type LookupDeps } from '../../src/resolve.ts'
import type { TokenText } from '../../src/text/tokens.ts'
import { nameless } from './synthetic-posts.ts'
import type { NameIndex } from '../../src/name-index.ts'

/**
 * How a post is posed: as it is; with its right places taken out of the index; with the location tag of its place; with
 * a name given by the person who adds it; as if it said something against its place, or named it without meaning it; as
 * if it gave its address alone, or no area; as a title that names its place, with the place in the index (`titled`) and
 * without (`retitled`); without the words that name it; together with others in a list; with the list of places that
 * comes with the product, and with small indexes (`thinned`), which seldom hold the right one.
 */
export type Form =
  | 'plain'
  | 'removed'
  | 'tagged'
  | 'hinted'
  | 'contradicted'
  | 'unmeant'
  | 'addressed'
  | 'unlocated'
  | 'titled'
  | 'retitled'
  | 'nameless'
  | 'listed'
  | 'builtIn'
  | 'thinned'
  | 'absent'

/** The candidates of a post, and the right places that they are. */
export interface PosedPost {
  readonly form: Form
  readonly competitors: readonly Competitor[]
  /** For each candidate, the index of the right place that it is, or −1. */
  readonly gold: readonly number[]
  readonly words: PostWords
  readonly ms: number
  /** The only candidate to learn from when a post was altered. */
  readonly subject?: Competitor
}

export interface TrainingPost {
  readonly id: string
  readonly writer: string
  readonly kind: string
  readonly style: string | null
  /** The number of right places. */
  readonly places: number
  readonly posed: readonly PosedPost[]
}

/** The indexes in which the candidates of a training post are looked up: the full one, and small ones. */
export interface LearningIndexes {
  readonly deps: LookupDeps
  readonly small: readonly {
    readonly form: Form
    readonly isFor: (post: LabelledPost) => boolean
    readonly deps: LookupDeps
  }[]
}

/** Looks up the candidates of a post in all its forms. */
export async function trainingPost(
  post: LabelledPost,
  { deps, small }: LearningIndexes,
): Promise<TrainingPost> {
  const without = { ...deps, places: withoutGold(deps.places, post.gold) }
  const posed: PosedPost[] = []
  let right: Right | undefined
  for (const asked of formsOf(post)) {
    const found = await pose(asked, post, asked.form === 'removed' ? without : deps)
    right ??= found.right
    posed.push(found.posed)
  }
  const title = right === undefined ? null : titled(post, right.candidate.place)
  if (title !== null) {
    posed.push((await pose({ form: 'titled', evidence: title }, post, deps)).posed)
    posed.push((await pose({ form: 'retitled', evidence: title }, post, without)).posed)
  }
  const unnamed = right === undefined ? null : namelessForm(post, right)
  if (unnamed !== null) posed.push((await pose({ form: 'nameless', evidence: unnamed }, post, deps)).posed)
  const evidence = evidenceOfPost(post)
  for (const index of small)
    if (!post.isMade && index.isFor(post)) {
      const found = await pose({ form: index.form, evidence }, post, index.deps)
      const isAbsent = index.form === 'thinned' && found.right === undefined
      posed.push(isAbsent ? { ...found.posed, form: 'absent' } : found.posed)
    }
  const { id, writer, kind, style, gold } = post
  return { id, writer, kind, style: style ?? null, places: gold.length, posed }
}

/** The candidates of a post in a form. */
interface Found {
  readonly posed: PosedPost
  readonly right: Right | undefined
}

/** The right place of a post, and the texts in which it was found. */
interface Right {
  readonly candidate: Candidate
  readonly texts: readonly TokenText[]
}

/** Looks up a post in one form, and finds its right place. */
async function pose(
  { form, evidence }: { form: Form; evidence: Evidence },
  { gold }: LabelledPost,
  deps: LookupDeps,
): Promise<Found> {
  const start = performance.now()
  const { described, context } = await describeCandidates(evidence, deps)
  const ms = performance.now() - start
  const posed = {
    form,
    competitors: described.map((each) => competitorOf(each, context.texts)),
    gold: described.map(({ candidate }) => gold.findIndex((each) => isGold(candidate.place, each))),
    words: postWords(context.texts),
    ms,
  }
  const candidate = described[posed.gold.indexOf(0)]?.candidate
  return { posed, right: candidate && { candidate, texts: context.texts } }
}

/** One post in this many is also posed as a title; real titles are few, and come from few channels. */
const TITLED_EVERY = 2

function titled(post: LabelledPost, place: PlaceFacts): Evidence | null {
  const number = numberOf(post.id)
  if (post.gold.length !== 1 || post.kind === 'ambiguous' || number % TITLED_EVERY !== 0) return null
  const text = titleOf(place, post.lang ?? 'en', number)
  return {
    texts: [
      { source: 'title', text },
      ...(post.creator ? [{ source: 'creator' as const, text: post.creator }] : []),
    ],
  }
}

/** One post in this many is also posed without its name, because posts without a name are common. */
const NAMELESS_EVERY = 2

function namelessForm({ id, gold, kind, lang }: LabelledPost, { candidate, texts }: Right): Evidence | null {
  if (gold.length !== 1 || kind === 'ambiguous' || numberOf(id) % NAMELESS_EVERY !== 1) return null
  return nameless(texts, candidate, lang ?? 'en')
}

/**
 * One post in this many gets a location tag or a hint: collected posts seldom have either, but in use all of them are
 * read.
 */
const TAGGED_EVERY = 6
const HINTED_EVERY = 12

function formsOf(post: LabelledPost): { form: Form; evidence: Evidence }[] {
  const evidence = evidenceOfPost(post)
  if (post.isMade) return [{ form: 'listed', evidence }]
  const forms: { form: Form; evidence: Evidence }[] = [{ form: 'plain', evidence }]
  const [only, another] = post.gold
  if (only === undefined) return forms
  forms.push({ form: 'removed', evidence })
  if (another !== undefined || post.kind === 'ambiguous') return forms
  const number = numberOf(post.id)
  const added = (text: EvidenceText): Evidence => ({ ...evidence, texts: [text, ...evidence.texts] })
  if (number % TAGGED_EVERY === 0)
    forms.push({ form: 'tagged', evidence: added({ source: 'location-tag', text: `📍 ${only.name}` }) })
  if (number % HINTED_EVERY === 1)
    forms.push({ form: 'hinted', evidence: added({ source: 'user-hint', text: only.name }) })
  return forms
}

/** A hash of an id, evenly spread and the same in every run. */
export function numberOf(id: string): number {
  return Array.from(id).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7)
}

/** The index without the right places, so that each acceptance is wrong. */
function withoutGold(index: NameIndex, gold: readonly Gold[]): NameIndex {
  const other = (place: PlaceFacts): boolean => !gold.some((g) => isGold(place, g))
  const hits = async <T extends { place: PlaceFacts; keyCount: number }>(
    found: Promise<T[]>,
  ): Promise<T[]> => {
    const all = await found
    const gone = all.filter((hit) => !other(hit.place)).length
    return all
      .filter((hit) => other(hit.place))
      .map((hit) => ({ ...hit, keyCount: Math.max(1, hit.keyCount - Math.sign(gone)) }))
  }
  return {
    byKeys: (keys, options) => hits(index.byKeys(keys, options)),
    byTypo: (term, options) => hits(index.byTypo(term, options)),
    fromProvider: (name, options) => hits(index.fromProvider(name, options)),
    byTokens: (tokens, options) => hits(index.byTokens(tokens, options)),
    byAnyToken: (tokens, options) => hits(index.byAnyToken(tokens, options)),
    byHeads: (heads, options) => hits(index.byHeads(heads, options)),
    localNames: (area) => index.localNames(area),
    byLocalNames: (found) => hits(index.byLocalNames(found)),
    similarWords: (words, maxNames) => index.similarWords(words, maxNames),
    byAddress: async (address) => (await index.byAddress(address)).filter(other),
    tokenCounts: (tokens) => index.tokenCounts(tokens),
  }
}

/** Titles in the style of food channels: a name, perhaps in capitals, among dishes and praise. */
type Title = (words: { name: string; handle: string; city: string; dish: string; more: string }) => string

const ENGLISH: readonly Title[] = [
  ({ name, city, dish, more }) => `Delicious ${dish} & ${more} At ${name}${city}`,
  ({ name, city, dish, more }) => `${name}${city} | Best ${dish}, ${more}, And More!`,
  ({ name, city, dish }) => `They Have Served This ${dish} For 50 Years! ${name}${city}`,
  ({ name, city, more }) => `This Hidden Family Eatery Is So Good! ${name}${city} | Must Try ${more}`,
  ({ name, city, dish }) => `The ${dish} Everybody Talks About | ${name} ${city.replace(', ', '')}`,
  ({ name, city, dish }) => `Most Popular ${name} ${dish}! Worth The Queue?${city.replace(',', ' |')}`,
  ({ name, dish, more }) => `Breakfast At The Legendary ${name} | ${dish}, ${more}`,
  ({ name, city, dish, more }) => `📍${name}${city}: ${dish}, ${more} 😍`,
  ({ handle, dish }) => `The ${dish} that ruined every other one for me @${handle} 💛`,
  ({ name, city, dish }) => `I tried the famous ${dish} at ${name}${city}`,
  ({ name, city, dish, more }) => `[ENG] ${dish} and ${more}, all you can eat <${name}>${city}`,
]
const SPANISH: readonly Title[] = [
  ({ name, city, dish, more }) => `Probando ${dish} y ${more} en ${name}${city}`,
  ({ name, city, dish }) => `${name}${city} | El mejor ${dish} de la zona`,
  ({ name, city, dish, more }) => `¡50 años haciendo ${dish}! ${name}${city} | ${more} y más`,
  ({ name, city, dish, more }) => `📍${name}${city}: ${dish}, ${more} 🔥`,
  ({ handle, dish }) => `qué ${dish} los de @${handle}, sin palabras`,
  ({ name, city, dish }) => `El famoso ${dish} de ${name} ${city.replace(', ', '')}`,
  ({ name, city, dish }) => `¿Vale la pena? ${name}: ${dish} y mucho más${city.replace(',', ' |')}`,
  ({ name, city, more }) => `Comimos en ${name}${city} y esto pasó | ${more}`,
]
const DISHES_ENGLISH =
  'Wood Fire Pizza;FRIED CHICKEN;Beef Noodles;Masala Dosa;Fish Curry;BBQ RIBS;Dumplings;Butter Croissant;Seafood Rice;SPICY WINGS;Lamb Kebab;Egg Breakfast'
const DISHES_SPANISH =
  'ceviche;TACOS AL PASTOR;asado;pupusas;arroz con mariscos;EMPANADAS;tortilla de patatas;café de olla;pollo a la brasa;HAMBURGUESA;caldo de gallina;flan casero'

/** A title that names the place; the same in every run. */
function titleOf({ name, city }: Pick<PlaceFacts, 'name' | 'city'>, lang: string, number: number): string {
  const isSpanish = lang.startsWith('es')
  const titles = isSpanish ? SPANISH : ENGLISH
  const dishes = (isSpanish ? DISHES_SPANISH : DISHES_ENGLISH).split(';')
  const pick = <T>(from: readonly T[], step: number): T | undefined => from[(number * step) % from.length]
  const isTold = city !== undefined && number % 3 !== 0
  const words = {
    name: number % 5 < 3 ? name.toUpperCase() : name,
    handle: nameKey(name).replaceAll(' ', ''),
    city: isTold ? `, ${city}` : '',
    dish: pick(dishes, 7) ?? '',
    more: pick(dishes, 5) ?? '',
  }
  return pick(titles, 1)?.(words) ?? name
}
