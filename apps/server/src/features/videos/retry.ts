import type { ExtractVideoInput, ExtractVideoResponse } from '@antojo/contract/ai'
import type { User } from '../../core/request-scope.ts'
import { type AddDeps, addLink, type AddProgress } from './add/add.ts'
import type { Outcome } from './add/keep.ts'
import { searchRadiusOf } from './repo.ts'

/**
 * Asks again, within the person's search radius; an uncertain answer becomes a question. The post is read again only when the
 * person says nothing new about it.
 */
export async function retryLink(
  deps: AddDeps,
  { user, input }: { readonly user: User; readonly input: ExtractVideoInput },
  progress: AddProgress,
): Promise<Outcome<ExtractVideoResponse>> {
  const radiusKm = await deps.database.asPerson(user.actor, (tx) => searchRadiusOf(tx, user.id))
  return addLink(deps, { user, input, force: true, radiusKm }, progress)
}
