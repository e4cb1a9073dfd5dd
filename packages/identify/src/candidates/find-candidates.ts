import { distanceKm } from '@antojo/domain/distance'
import { searchAreas } from '../areas/search-areas.ts'
import type { Area, NameIndex } from '../name-index.ts'
import type { PostContext } from '../post-context.ts'
import { nameWordBits } from '../text/word-ranks.ts'
import type { Span } from '../text/spans.ts'
import type { Candidate, CandidateHit, CandidateSet } from './candidate.ts'
import { addByAddress } from './lookup-address.ts'
import { addCued, explainedTokens, hasUnknownName } from './lookup-cued.ts'
import { candidatesByName } from './lookup-names.ts'
import { addNearby } from './lookup-nearby.ts'
import { addPartial } from './lookup-partial.ts'
import { addProvided } from './lookup-provider.ts'
import { nameGuesses, type NameGuess } from './name-guesses.ts'
import { providerQueries, type ProviderQueries, type ProviderQuery } from './provider-queries.ts'
import { mergeTwins } from './twins.ts'

/** Places that a post may mean. */
export interface FoundCandidates {
  readonly candidates: readonly Candidate[]
  /** True when the author marks something as a name that none of the candidates explains. */
  readonly unknownName: boolean
  /** The number of names that the index has in the areas of the post; null when the post names no area. */
  readonly localNames: number | null
  /** False when the last queries found nothing, so that the answer is the one before. */
  readonly isChanged: boolean
  /** The last queries for which the provider found nothing that the post names. */
  readonly unanswered: readonly ProviderQuery[]
  /** Makes the queries that may be sent to a provider. */
  readonly queries: () => ProviderQueries
  /** Finds the places again with a provider's answers included. */
  readonly afterQueries: (queries: readonly ProviderQuery[]) => Promise<FoundCandidates>
}

/** Finds the places that a post may mean, by their names and addresses. */
export async function findCandidates(
  index: NameIndex,
  context: PostContext,
  spans: readonly Span[],
): Promise<FoundCandidates> {
  const areas = searchAreas(context.areas)
  const set = await candidatesByName(index, spans, { areas })
  const [localNames] = await Promise.all([
    addNearby(index, set, spans, { areas, context }),
    addByAddress(index, set, context, { areas, spans }),
    addPartial(index, set, spans, context),
  ])
  const around = context.list || areas.length === 0 ? areasOfSure(set, areas, context) : []
  if (around.length > 0) await addNearby(index, set, spans, { areas: around, context })
  const names = nameGuesses(spans, context)
  const unknownName = await addCued(index, set, names, { areas, context })
  return foundIn(
    { index, set, areas, context, spans, names },
    {
      unknownName,
      localNames: areas.length === 0 ? null : localNames,
      unanswered: [],
    },
  )
}

interface Search {
  readonly index: NameIndex
  readonly set: CandidateSet
  readonly areas: readonly Area[]
  readonly context: PostContext
  readonly spans: readonly Span[]
  readonly names: readonly NameGuess[]
}

function foundIn(
  search: Search,
  known: Pick<FoundCandidates, 'unknownName' | 'localNames' | 'unanswered'>,
): FoundCandidates {
  const { index, set, areas, context, spans, names } = search
  return {
    candidates: mergeTwins(set.list()),
    isChanged: true,
    ...known,
    queries: () => {
      const explained = explainedTokens(set, areas, context)
      return providerQueries(names, context, ({ text, first, last }) => {
        const at = explained.get(text)
        return at !== undefined && text.tokens.some((_, i) => i >= first && i <= last && at.has(i))
      })
    },
    afterQueries: async (queries) => {
      const { unanswered, isFound } = await addProvided(index, set, spans, { queries, context })
      const unknownName = hasUnknownName(set, names, { areas, context })
      return {
        ...foundIn(search, { ...known, unknownName, unanswered }),
        isChanged: isFound || unknownName !== known.unknownName,
      }
    },
  }
}

/** Bits from which the whole name of a single place cannot be in the post by chance. */
const SURE_BITS = 28
/** The other places of a post are likely within this distance (metres) of a sure one. */
const AROUND_METRES = 12_000
const MAX_AROUND = 2

/** The surroundings of places that the post names beyond doubt and that lie outside its areas. */
function areasOfSure(set: CandidateSet, areas: readonly Area[], context: PostContext): Area[] {
  const bitsOf = (key: string): number =>
    key.split(' ').reduce((sum, word) => sum + nameWordBits(word, context), 0)
  const isSure = ({ match, keyCount, key, span }: CandidateHit): boolean =>
    match === 'exact' && keyCount === 1 && span.form !== 'piece' && bitsOf(key) >= SURE_BITS
  return set
    .list()
    .filter(({ place, hits, nameWords }) => {
      const known = areas.some((area) => distanceKm(place, area) * 1000 <= area.radius)
      return !known && hits.some((hit) => isSure(hit) && hit.key === nameWords.join(' '))
    })
    .slice(0, MAX_AROUND)
    .map(({ place }) => ({ lat: place.lat, lng: place.lng, radius: AROUND_METRES }))
}
