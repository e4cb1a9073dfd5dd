import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import { type LabelledPost, isGold } from '../eval/posts.ts'
import { withoutGold } from '../eval/removed.ts'
import type { Evidence, EvidenceText } from '../../src/evidence.ts'
import { evidenceOfPost } from '../../src/post-file.ts'
import type { Candidate } from '../../src/candidates/candidate.ts'
import { competitorOf } from '../../src/model/competitor.ts'
import type { Competitor } from '../../src/model/rivals.ts'
import { postWords, type PostWords } from '../../src/model/words.ts'
import { describeCandidates, type LookupDeps } from '../../src/resolve.ts'
import type { TokenText } from '../../src/text/tokens.ts'
import { nameless } from './synthetic-posts.ts'
import { titleOf } from './titles.ts'

/**
 * How a post is posed: as it is; with its right places taken out of the index; with the location tag of its place; with
 * a name given by the person who adds it; as if it said something against its place, or named it without meaning it; as
 * if it gave its address alone, or no area; as a title that names its place, with the place in the index (`titled`) and
 * without (`retitled`); without the words that name
 * it; together with others in a list; with the list of places that comes with the product, and with small indexes
 * (`thinned`), which seldom hold the right one.
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
