import { distanceKm } from '@antojo/domain/distance'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { nameKey } from '@antojo/domain/text'
import { inSavedList } from '@antojo/identify/decide'
import type { Evidence, PlaceOption, Resolution, WhyKind } from '@antojo/identify/evidence'
import { isWithoutFacts, optionsOf } from '../../../adapters/places/kept-place.ts'
import type { PostLink } from '../../../identify/evidence/find-link.ts'
import { type PersonWords, hasHint } from '../../../identify/evidence/person-words.ts'
import type { Corrections, PostToLearn } from '../../corrections/service.ts'
import type { AddState } from './keep.ts'
import type { PostFacts, ReadState } from './read.ts'

export interface ResolveDeps {
  readonly corrections: Pick<Corrections, 'applyTo'>
  readonly resolve: (evidence: Evidence) => Promise<Resolution>
}

export type ResolvedState = ReadState & { readonly resolution: Resolution }

/** A post with its facts, and the person for whom it is resolved. */
export interface ToResolve extends PostFacts, Pick<AddState, 'link' | 'force' | 'isLater'> {
  readonly kept: Pick<AddState['kept'], 'userId' | 'words'>
}

/** The answer for this person: from the post and their words, with the lessons about its creator. */
export async function resolvePost<State extends ToResolve>(
  deps: ResolveDeps,
  state: State,
): Promise<State & { readonly resolution: Resolution }> {
  const { kept, link, force, isLater, evidence } = state
  const answer = await ownResolution(deps, kept.words, state)
  const own = isLater && isOfSavedList(kept.words) ? inSavedList(answer) : answer
  const post = postToLearn(link, evidence.texts)
  const taught = await deps.corrections.applyTo(force ? strict(own) : own, post, kept.userId)
  return { ...state, resolution: inOrderOfPost(taught, evidence) }
}

/**
 * True when a post names cities, and the places of the answer are in none of them: the index may lack the right one. What
 * people taught is certain, and a provider's place may be kept without its position.
 */
export function isElsewhere({ places, areas = [] }: Resolution): boolean {
  const fits = ({ place, why }: PlaceOption): boolean =>
    why.some(({ kind }) => kind === 'correction') ||
    isWithoutFacts(place) ||
    areas.some((area) => distanceKm(place, area) <= area.radiusKm)
  return areas.length > 0 && !places.some(fits)
}

/** True for a post of a saved list about which the person said nothing. */
const isOfSavedList = (words: PersonWords): boolean => words.isOfSavedList === true && !hasHint(words)

/**
 * The answer for this person alone: with their own words, and with their position where the post alone has no answer.
 * An earlier analysis without an answer in the cities that the post names is resolved again, because places may have been
 * imported since. The words around a link, often those of the app that shared it, change no answer of the post alone.
 */
async function ownResolution(
  deps: ResolveDeps,
  words: PersonWords,
  { analysis, evidence }: PostFacts,
): Promise<Resolution> {
  const read = analysis?.kind === 'read' ? analysis : null
  const said = hasHint(words)
  const isNear = evidence.bias !== undefined
  // A stored question has no facts that a person could choose by.
  const isBare = read !== null && optionsOf(read.resolution).some(({ place }) => isWithoutFacts(place))
  const isBesideLink = words.around !== undefined || words.texts !== undefined
  const isMore = isNear || isBare || analysis?.earlier === true || isBesideLink
  const isDoubtful = read !== null && isElsewhere(read.resolution)
  if (read && !said && ((read.resolution.decision === 'accepted' && !isDoubtful) || !isMore))
    return read.resolution
  const resolved = await deps.resolve(evidence)
  const isOwn = said || isNear || (isBesideLink && resolved.decision !== 'weak_data')
  return read && !isOwn && !isBare && !isDoubtful && resolved.decision !== 'accepted'
    ? read.resolution
    : resolved
}

export function postToLearn({ platform, canonicalUrl }: PostLink, texts: PostToLearn['texts']): PostToLearn {
  return { platform, canonicalUrl, texts }
}

/** After a retry, an uncertain answer becomes a question. */
export function strict(resolution: Resolution): Resolution {
  const sure = (resolution.places[0]?.confidence ?? 0) >= SPEC_LIMITS.retryConfidence
  return resolution.decision !== 'accepted' || sure
    ? resolution
    : { ...resolution, decision: 'needs_confirmation' }
}

/** Kinds of reasons that several places of one post share. */
const ofArea: readonly WhyKind[] = ['city', 'neighbourhood', 'region', 'cuisine', 'creator']

/** Orders several places as the post names them; a place whose words are not found comes last. */
export function inOrderOfPost(resolution: Resolution, evidence: Evidence): Resolution {
  if (resolution.places.length < 2) return resolution
  const whole = evidence.texts.map(({ text }) => ` ${nameKey(text)} `).join('')
  const firstSeen = ({ why }: PlaceOption): number => {
    const own = why.filter(({ kind }) => !ofArea.includes(kind))
    const found = own.map(({ words }) => whole.indexOf(` ${nameKey(words)} `)).filter((at) => at >= 0)
    return found.length === 0 ? whole.length : Math.min(...found)
  }
  return { ...resolution, places: resolution.places.toSorted((a, b) => firstSeen(a) - firstSeen(b)) }
}
