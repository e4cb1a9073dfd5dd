import type { Why, WhyKind } from '../evidence.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { PostContext } from '../post-context.ts'
import { readEvidence } from './evidence-table.ts'
import type { Seen } from './readers.ts'
import { cuisinesOfPlace } from './cuisine-evidence.ts'
import { geography, wordsAt, wordsOf, type AddWhy } from './geography.ts'
import { scoredHits, type ScoredHit } from './scored-hit.ts'
import { streetEvidence } from './street-evidence.ts'

export interface Described {
  readonly candidate: Candidate
  /** The features in the order of `FEATURES`. */
  readonly x: readonly number[]
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
  const cuisines = [...cuisinesOfPlace(candidate.place, context.keyOf)]
  const shared = cuisines.flatMap((cuisine) => context.cuisines.get(cuisine) ?? [])
  const [told] = shared
  if (told !== undefined) addWhy('cuisine', wordsAt(told.text, told.at, told.at))
  const seen: Seen = {
    candidate,
    context,
    hits,
    best,
    geo,
    street,
    cuisine: { isShared: shared.length > 0, isKnown: cuisines.length > 0 },
  }
  return { candidate, x: readEvidence(seen), best, why }
}

const whyKind = (best: ScoredHit): WhyKind => {
  if (best.hit.kind === 'alias') return 'alias'
  if (best.hit.span.form === 'handle') return 'handle'
  if (best.hit.span.form === 'hashtag') return 'hashtag'
  if (best.hit.span.text.source === 'creator') return 'creator'
  if (best.hit.match === 'typo') return 'misspelt-name'
  return best.coverage > 0.75 ? 'name' : 'partial-name'
}
