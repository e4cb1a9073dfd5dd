import type { Evidence, Resolution } from '@antojo/identify/evidence'
import { isWithoutFacts, optionsOf } from '../../../adapters/places/kept-place.ts'
import type { PostLink } from '../../../identify/evidence/find-link.ts'
import { type PersonWords, saysSomething } from '../../../identify/evidence/person-words.ts'
import { inOrderOfPost, strict } from '../../../identify/pipeline/accept.ts'
import type { Corrections, PostToLearn } from '../../corrections/service.ts'
import type { ReadState } from './read.ts'

export interface ResolveDeps {
  readonly corrections: Pick<Corrections, 'applyTo'>
  readonly resolve: (evidence: Evidence) => Promise<Resolution>
}

export interface ResolvedState extends ReadState {
  readonly resolution: Resolution
}

/** The answer for this person: of the post and their words, with what people taught about its creator. */
export async function resolvePost(deps: ResolveDeps, state: ReadState): Promise<ResolvedState> {
  const { kept, link, force, evidence } = state
  const own = await ownResolution(deps, kept.words, state)
  const post = postToLearn(link, evidence.texts)
  const taught = await deps.corrections.applyTo(force ? strict(own) : own, post, kept.userId)
  return { ...state, resolution: inOrderOfPost(taught, evidence) }
}

/**
 * The answer for this person alone: with their own words, and with their position where the post alone has no answer.
 * An earlier analysis without an answer is resolved again, because places may have been imported since. The words around
 * a link, which are often those of the app that shared it, leave an answer of the post alone.
 */
async function ownResolution(
  deps: ResolveDeps,
  words: PersonWords,
  { analysis, evidence }: ReadState,
): Promise<Resolution> {
  const read = analysis.kind === 'read' ? analysis : null
  const said = saysSomething(words)
  const isNear = evidence.bias !== undefined
  // A stored question has no facts by which a person could choose.
  const isBare = read !== null && optionsOf(read.resolution).some(({ place }) => isWithoutFacts(place))
  const isMore = isNear || isBare || analysis.earlier || words.around !== undefined
  if (read && !said && (read.resolution.decision === 'accepted' || !isMore)) return read.resolution
  const resolved = await deps.resolve(evidence)
  const isOwn = said || isNear || (words.around !== undefined && resolved.decision !== 'weak_data')
  return read && !isOwn && !isBare && resolved.decision !== 'accepted' ? read.resolution : resolved
}

export function postToLearn({ platform, canonicalUrl }: PostLink, texts: PostToLearn['texts']): PostToLearn {
  return { platform, canonicalUrl, texts }
}
