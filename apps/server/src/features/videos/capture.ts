import type { CaptureResponse } from '@antojo/contract/account'
import type { Database } from '@antojo/db/database'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import { AppError } from '../../core/app-error.ts'
import type { Asker } from '../../core/asker.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import { readPastedLink } from '../../identify/evidence/find-link.ts'
import { wordsOf } from '../../identify/evidence/person-words.ts'
import { identifyVideo } from './jobs.ts'
import { keepLink, type KeptLink } from './add/keep.ts'

export interface CaptureDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly budgets: Pick<Budgets, 'take'>
}

export interface CapturedLink {
  readonly video: CaptureResponse['video']
  /** False for a link that was saved before. */
  readonly isNew: boolean
  /** False when a job is identifying it now. */
  readonly wasIdentified: boolean
}

/**
 * Saves the first link of a text for a person; the words around it help to find the place, and so does the text of
 * pictures that came with it. Throws when there is no link.
 */
export type Capture = (
  text: string,
  asker: Asker & { readonly account: string },
  seen?: string,
) => Promise<CapturedLink>

/**
 * Saves a link and answers immediately; a job identifies it. The row's key is the canonical link, so a repeated request
 * finds the same row and keeps its question or restaurant.
 */
export function createCapture(deps: CaptureDeps): Capture {
  return async (videoUrl, asker, seen) => {
    const found = readPastedLink(videoUrl)
    if (!found.ok) throw new AppError(found.code, found.detail)
    await deps.budgets.take('addDaily', { asker })
    const words = wordsOf({ videoUrl, ...(seen && { hints: { seen } }) })
    const link = { userId: asker.account, link: found.link, words, isAnswer: true }
    const kept = await keepLink(deps, link)
    if (!kept.wasIdentified) await identifyLater(deps, kept)
    return kept
  }
}

/** If the process ends before this, the row is tried a minute later as a lost request. */
async function identifyLater(
  { database, jobs }: Pick<CaptureDeps, 'database' | 'jobs'>,
  { userId, id }: KeptLink,
): Promise<void> {
  await retryWhileUnavailable(() =>
    database.asSystem('identify a captured link', (tx) =>
      jobs.enqueue(tx, identifyVideo, { userId, videoId: id }, id),
    ),
  )
  jobs.wake(identifyVideo.name)
}
