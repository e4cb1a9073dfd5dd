import { readMapsLink } from '@antojo/domain/links/maps-link'
import type { WeakReason } from '@antojo/domain/analysis'
import type { PostArea, Resolution } from '@antojo/identify/evidence'
import { readPastedLink } from '../../../identify/evidence/find-link.ts'
import type { PersonWords } from '../../../identify/evidence/person-words.ts'
import { readFile } from './read.ts'
import { resolvePost, type ResolveDeps } from './resolve.ts'

export interface EntryToJudge {
  readonly userId: string
  readonly url: string
  readonly words: PersonWords
  /** True when the places of an area were fetched for it already. */
  readonly hasWaited: boolean
}

/**
 * The answer of a file about a post. `certain`: its place; `open`: it may be about a place, so the post has to be read;
 * `nameless`: it names none; `learning`: it names areas, whose places have to be known first.
 */
export type Verdict =
  | { readonly kind: 'certain' }
  | { readonly kind: 'open' }
  | { readonly kind: 'nameless'; readonly reason: WeakReason }
  | {
      readonly kind: 'learning'
      /** The reason to report if the areas do not help; null if the post is read then. */
      readonly reason: WeakReason | null
      readonly areas: readonly PostArea[]
      /** Places that were fetched later were not considered. */
      readonly since: Date
    }

/** Judges an entry of a person's file by its words alone; nothing is asked or written. */
export async function judgeEntry(deps: ResolveDeps, entry: EntryToJudge): Promise<Verdict> {
  const { userId, url, words, hasWaited } = entry
  // The index decides about a place, and its row is made in any case.
  if (readMapsLink(url) !== null) return { kind: 'certain' }
  const pasted = readPastedLink(url)
  const read = readFile(words, undefined)
  if (read === null || !pasted.ok || pasted.link.kind === 'short') return { kind: 'open' }
  const { resolution } = await resolvePost(deps, {
    ...read,
    kept: { userId, words },
    link: pasted.link,
    force: false,
    isLater: true,
  })
  if (resolution.decision === 'accepted') return { kind: 'certain' }
  const isOpen = seemsToBeAboutPlace(resolution)
  const { reason = 'insufficient_restaurant_data', areas = [] } = resolution
  if (!hasWaited && areas.length > 0 && reason !== 'not_a_restaurant_post')
    return { kind: 'learning', reason: isOpen ? null : reason, areas, since: read.since }
  return isOpen ? { kind: 'open' } : { kind: 'nameless', reason }
}

/** From this confidence in a name, the rest of a post may tell more. */
const MIN_NAME_CONFIDENCE = 0.3
const NAME_KINDS: ReadonlySet<string> = new Set(['name', 'handle', 'hashtag'])

/** True for a post that names an area, and a place that may be one of the index or is marked as a place. */
function seemsToBeAboutPlace(resolution: Resolution): boolean {
  const { decision, reason, mentions, unknownNames = [], areas = [] } = resolution
  if (areas.length === 0 || reason === 'not_a_restaurant_post') return false
  const isNamed = mentions.some(
    ({ kind, confidence }) => NAME_KINDS.has(kind) && confidence >= MIN_NAME_CONFIDENCE,
  )
  return decision !== 'weak_data' || isNamed || unknownNames.length > 0
}
