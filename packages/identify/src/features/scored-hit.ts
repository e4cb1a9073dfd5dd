import type { Candidate, CandidateHit } from '../candidates/candidate.ts'
import type { Cues } from '../text/cues.ts'
import type { PostContext } from '../post-context.ts'
import { nameWordBits } from '../text/word-ranks.ts'

/** A hit with its cues, the bits of its words, and the part of the place's name that they cover. */
export interface ScoredHit {
  readonly hit: CandidateHit
  readonly cues: Cues
  readonly bits: number
  readonly coverage: number
  /** The words of the place's name that these words give. */
  readonly named: readonly string[]
}

/** Bits from which words are a distinctive part of a name, so that other words of the name in the post count too. */
const DISTINCTIVE_BITS = 12
/**
 * The coverage of 'Lavaca' for 'Lavaca (Arturo Soria)': the part after a separator is seldom more than a branch or a
 * generic word.
 */
const HEAD_COVERS = 0.85
/** The weight of a word of the name that occurs elsewhere in the post. */
const SAID_ELSEWHERE = 0.8

/** The bits of the hit's words, and the part of the place's name that they cover. */
function weigh(
  hit: CandidateHit,
  candidate: Candidate,
  cues: Cues,
  context: PostContext,
): Pick<ScoredHit, 'bits' | 'coverage' | 'named'> {
  const words = candidate.nameWords
  const asName =
    cues.capitals || cues.label || cues.quoted || cues.pin === 'direct' || hit.span.form === 'handle'
  const bitsOf = (list: readonly string[]): number =>
    list.reduce((sum, word) => sum + nameWordBits(word, context, asName), 0)
  const wholeBits = Math.max(1, bitsOf(words))
  const covering = (own: readonly string[]): Pick<ScoredHit, 'bits' | 'coverage' | 'named'> => {
    const bits = bitsOf(own)
    const rest = bits < DISTINCTIVE_BITS ? [] : words.filter((w) => !own.includes(w) && context.said.has(w))
    const whole = Math.min(1, (bits + SAID_ELSEWHERE * bitsOf(rest)) / wholeBits)
    const head = candidate.headWords
    const isHead = head.length < words.length && head.every((w) => own.includes(w))
    return { bits, coverage: isHead ? Math.max(HEAD_COVERS, whole) : whole, named: own }
  }
  const key = hit.match === 'typo' ? hit.key : hit.span.key
  if (hit.kind === 'alias') return { bits: Math.max(12, bitsOf(key.split(' '))), coverage: 1, named: words }
  if (!key.includes(' ') && words.length > 1) {
    const covered = coveredByJoined(key, words)
    if (covered.length === 0) return { bits: Math.min(wholeBits, 18), coverage: 1, named: words }
    const { bits, coverage, named } = covering(covered)
    // The dictionary word 'like' is not 'Li.ke', however rare 'ke' may be.
    const ordinary = hit.span.form === 'words' && context.rank(key) !== undefined
    return { bits: ordinary ? Math.min(bits, nameWordBits(key, context, asName)) : bits, coverage, named }
  }
  return covering(key.split(' ').filter((w) => words.includes(w)))
}

const coveredByJoined = (joined: string, words: readonly string[]): string[] => {
  for (let first = 0; first < words.length; first++)
    for (let last = words.length; last > first; last--)
      if (words.slice(first, last).join('') === joined) return words.slice(first, last)
  return []
}

/** Words that are only the place's own street do not name it. */
const isOwnStreet = ({ hit, coverage }: ScoredHit, { addressWords }: Candidate): boolean =>
  coverage < 0.75 && hit.span.key.split(' ').every((word) => addressWords.includes(word))

/** The bits that the hit tells of the name, and those for its words being the name of the place of the post. */
function hitValue(hit: ScoredHit, candidate: Candidate, { nameOdds }: PostContext): number {
  if (hit.cues.compared || isOwnStreet(hit, candidate)) return Number.NEGATIVE_INFINITY
  return hit.bits * hit.coverage * hit.hit.similarity + nameOdds(hit.hit.span) / Math.LN2
}

/** All hits of a candidate, the most distinctive first. */
export function scoredHits(candidate: Candidate, context: PostContext): ScoredHit[] {
  return candidate.hits
    .map((hit) => {
      const cues = context.cues(hit.span)
      return { hit, cues, ...weigh(hit, candidate, cues, context) }
    })
    .map((hit) => ({ hit, value: hitValue(hit, candidate, context) }))
    .toSorted((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : 0))
    .map(({ hit }) => hit)
}
