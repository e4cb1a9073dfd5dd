import type { Schema } from '@antojo/db/schema'
import type { Transaction } from 'kysely'
import { AppError } from '../../../core/app-error.ts'
import type { Budgets } from '../../../core/budgets.ts'
import type { Videos } from '../../videos/service.ts'
import { type AddedLink, type OwnImport, recordAdded, type WaitingEntry } from './repo.ts'

export interface AddEntriesDeps {
  readonly budgets: Pick<Budgets, 'take'>
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
  tx: Transaction<Schema>,
  { own, entries, triedNow }: EntriesToAdd,
): Promise<readonly AddedLink[] | null> {
  if (entries.length === 0) return []
  if (!(await mayAdd(budgets, entries.length, own))) return null
  const kept = await videos.keepForLater(tx, own.userId, { links: entries, triedNow })
  const added = entries.flatMap(({ position, canonicalUrl }) => {
    const found = kept.get(canonicalUrl)
    return found ? [{ position, ...found }] : []
  })
  await recordAdded(tx, own, added)
  return added
}

async function mayAdd(
  budgets: Pick<Budgets, 'take'>,
  amount: number,
  { userId }: OwnImport,
): Promise<boolean> {
  try {
    await budgets.take('importedLink', { amount, asker: { account: userId, address: null } })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
