import type { Tx } from '@antojo/db/database'
import type { Budgets } from '../../../core/budgets.ts'
import type { Videos } from '../../videos/service.ts'
import { type AddedLink, type OwnImport, recordAdded, type WaitingEntry } from './repo.ts'

export interface AddEntriesDeps {
  readonly budgets: Pick<Budgets, 'allows'>
  readonly videos: Pick<Videos, 'keepForLater'>
}

interface EntriesToAdd {
  readonly own: OwnImport
  readonly entries: readonly WaitingEntry[]
  /** True when the caller tries the new rows as soon as they are stored. */
  readonly triedNow: boolean
}

/**
 * Adds entries of an import as open rows, in the transaction in which they are recorded, so that a crashing node has
 * added all of them or none. Null when the account has reached its daily limit: it continues the next day.
 */
export async function addEntries(
  { budgets, videos }: AddEntriesDeps,
  tx: Tx,
  { own, entries, triedNow }: EntriesToAdd,
): Promise<readonly AddedLink[] | null> {
  if (entries.length === 0) return []
  const asker = { account: own.userId, address: null }
  if (!(await budgets.allows('importedLink', { amount: entries.length, asker }))) return null
  const kept = await videos.keepForLater(tx, own.userId, { links: entries, triedNow })
  const added = entries.flatMap(({ position, canonicalUrl }) => {
    const found = kept.get(canonicalUrl)
    return found ? [{ position, ...found }] : []
  })
  await recordAdded(tx, own, added)
  return added
}
