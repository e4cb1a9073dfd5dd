import { searchAreas } from '../areas/search-areas.ts'
import type { NameIndex } from '../name-index.ts'
import type { PostContext } from '../post-context.ts'
import type { Span } from '../text/spans.ts'
import type { Candidate } from './candidate.ts'
import { addByAddress } from './lookup-address.ts'
import { addCued } from './lookup-cued.ts'
import { candidatesByName } from './lookup-names.ts'
import { addNearby } from './lookup-nearby.ts'
import { addPartial } from './lookup-partial.ts'

/** Places that a post may mean. */
export interface FoundCandidates {
  readonly candidates: readonly Candidate[]
  /** True when the author marks something as a name that none of the candidates explains. */
  readonly unknownName: boolean
}

/** Finds the places that a post may mean by their names and addresses. */
export async function findCandidates(
  index: NameIndex,
  context: PostContext,
  spans: readonly Span[],
): Promise<FoundCandidates> {
  const areas = searchAreas(context.areas)
  const set = await candidatesByName(index, spans, { areas })
  await Promise.all([
    addByAddress(index, set, context, { areas, spans }),
    addPartial(index, set, spans, { areas, context }),
    addNearby(index, set, spans, { areas, context }),
  ])
  const unknownName = await addCued(index, set, spans, { areas, context })
  return { candidates: set.list(), unknownName }
}
