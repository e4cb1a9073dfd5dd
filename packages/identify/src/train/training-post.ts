import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import type { LabelledPost } from '../eval/posts.ts'
import { isGold } from '../eval/posts.ts'
import { withoutGold } from '../eval/removed.ts'
import type { Evidence, EvidenceText } from '../evidence.ts'
import { evidenceOfPost } from '../post-file.ts'
import { competitorOf } from '../model/competitor.ts'
import type { Competitor } from '../model/rivals.ts'
import { postWords, type PostWords } from '../model/words.ts'
import { describeCandidates, type ResolveDeps } from '../resolve.ts'
import { titleOf } from './titles.ts'

/**
 * How a post is posed: as it is; with its right places taken out of the index; with the location tag of its place; with
 * a name given by the person who adds it; as if it said something against its place, or named
 * it without meaning it; as if it gave its address alone, or no area; as a title that names its place, with the place in the index
 * (`titled`) and without (`retitled`).
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

/** The candidates of a post, and which of them are right. */
export interface PosedPost {
  readonly form: Form
  readonly competitors: readonly Competitor[]
  /** For each of them the number of the right place that it is, or −1. */
  readonly gold: readonly number[]
  readonly words: PostWords
  readonly ms: number
  /** The only candidate of which there is something to learn, where a post was altered. */
  readonly subject?: Competitor
}

export interface TrainingPost {
  readonly id: string
  readonly writer: string
  readonly kind: string
  readonly style: string | null
  /** Number of right places. */
  readonly places: number
  readonly posed: readonly PosedPost[]
}

/** Looks up the candidates of a post in every form that it is posed in. */
export async function trainingPost(post: LabelledPost, deps: ResolveDeps): Promise<TrainingPost> {
  const without = { ...deps, places: withoutGold(deps.places, post.gold) }
  const posed: PosedPost[] = []
  let place: PlaceFacts | undefined
  for (const asked of formsOf(post)) {
    const found = await pose(asked, post, asked.form === 'removed' ? without : deps)
    place ??= found.place
    posed.push(found.posed)
  }
  const title = place === undefined ? null : titled(post, place)
  if (title !== null) {
    posed.push((await pose({ form: 'titled', evidence: title }, post, deps)).posed)
    posed.push((await pose({ form: 'retitled', evidence: title }, post, without)).posed)
  }
  const { id, writer, kind, style, gold } = post
  return { id, writer, kind, style: style ?? null, places: gold.length, posed }
}

/** The post in a form, and its right place as the index has it. */
async function pose(
  { form, evidence }: { form: Form; evidence: Evidence },
  { gold }: LabelledPost,
  deps: ResolveDeps,
): Promise<{ posed: PosedPost; place: PlaceFacts | undefined }> {
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
  return { posed, place: described[posed.gold.indexOf(0)]?.candidate.place }
}

/** One post in so many is also posed as a title; real titles are few, and of few channels. */
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

/** One post in so many gets a tag or a hint: posts with either are rare in collections, and read from every one in the product. */
const TAGGED_EVERY = 6
const HINTED_EVERY = 12

function formsOf(post: LabelledPost): { form: Form; evidence: Evidence }[] {
  const evidence = evidenceOfPost(post)
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

/** A number that is spread evenly over ids, the same in every run. */
export function numberOf(id: string): number {
  return Array.from(id).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7)
}
