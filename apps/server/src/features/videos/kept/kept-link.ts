import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@antojo/contract/error-codes'
import type { VideoRow } from '@antojo/contract/video-row'
import type { Database } from '@antojo/db/database'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../../../adapters/http/guarded-fetch.ts'
import { AppError } from '../../../core/app-error.ts'
import { asAppError } from '../../../core/error-renderer.ts'
import { followLink, type PastedLink, type PostLink } from '../../../identify/evidence/find-link.ts'
import type { PersonWords } from '../../../identify/evidence/person-words.ts'
import {
  deleteOpenRow,
  endTry,
  type KeptRow,
  keepRow,
  keepWords,
  moveToTop,
  moveToPost,
  type OwnRow,
  type TryResult,
} from './repo.ts'
import { UnreadablePost } from '../errors.ts'
import { postColumns, presentRow } from '../present.ts'

export interface KeptLink extends OwnRow {
  readonly video: VideoRow
  /** The row had its restaurant before this request. */
  readonly wasIdentified: boolean
  /** It is the newest of the collection now, and nothing else has to be done for it (spec §4). */
  readonly isMoved: boolean
  /** What the person said, now and earlier. */
  readonly words: PersonWords
}

/** A failure after the link was saved. The answer is that of the cause, with the row. */
export class FailedAfterSaving extends Error {
  override readonly name = 'FailedAfterSaving'
  readonly video: VideoRow

  constructor(cause: unknown, video: VideoRow) {
    super('The analysis failed; the link is saved.', { cause })
    this.video = video
  }
}

export interface KeepDeps {
  readonly database: Database
  readonly fetch: GuardedFetch
  readonly log: Pick<Logger, 'warn'>
}

interface LinkToSave {
  readonly userId: string
  readonly link: PastedLink
  readonly words: PersonWords
  /** The person answers the pending question. */
  readonly isAnswer?: boolean
  /** A row with its restaurant becomes the newest instead of being read again. */
  readonly moves?: boolean
}

/** Saves a link before anything is fetched, with what the person said about it. */
export async function keepLink(
  { database }: Pick<KeepDeps, 'database'>,
  { userId, link, words, isAnswer = false, moves = false }: LinkToSave,
): Promise<KeptLink> {
  const id = randomUUID()
  const canonicalUrl = link.kind === 'short' ? link.url : link.canonicalUrl
  const row = { id, userId, platform: link.platform, videoUrl: link.url, canonicalUrl }
  return retryWhileUnavailable(() =>
    database.asSystem('keep a link', async (tx) => {
      // Most repeated links are known, and this is much less work than an insertion that meets a row.
      const moved = moves ? await moveToTop(tx, row) : null
      if (moved) return { ...keptLink(userId, moved), isMoved: true, words }
      const kept = { ...keptLink(userId, await keepRow(tx, row, isAnswer)), isMoved: false }
      return { ...kept, words: kept.wasIdentified ? words : await keepWords(tx, kept, words) }
    }),
  )
}

function keptLink(userId: string, { id, row, isIdentified }: KeptRow): Omit<KeptLink, 'words' | 'isMoved'> {
  return { userId, id, video: presentRow(row), wasIdentified: isIdentified }
}

export interface FollowedLink {
  readonly kept: KeptLink
  readonly link: PostLink
}

/** The post of a saved link. A row of a short link moves to the post, or ends in the row that the person has of it. */
export async function followKept(
  deps: KeepDeps,
  kept: KeptLink,
  pasted: PastedLink,
  moves = false,
): Promise<FollowedLink> {
  if (pasted.kind !== 'short') return { kept, link: pasted }
  const found = await followLink(deps.fetch, pasted)
  if (!found.ok) throw new AppError(found.code, found.detail)
  const { link } = found
  if (kept.wasIdentified) return { kept, link }
  const { platform, url: videoUrl, canonicalUrl } = link
  const moved = await retryWhileUnavailable(() =>
    deps.database.asSystem('move a link to its post', (tx) =>
      moveToPost(tx, kept, { platform, videoUrl, canonicalUrl }),
    ),
  )
  if (moved) return { kept: { ...kept, video: { ...kept.video, platform, video_url: videoUrl } }, link }
  const own = await keepLink(deps, { userId: kept.userId, link, words: kept.words, moves })
  if (own.id !== kept.id) await dropLink(deps, kept)
  return { kept: own, link }
}

/** Writes why a row stays open; the row as it is now. */
export async function leaveOpen(deps: KeepDeps, kept: KeptLink, result: TryResult): Promise<VideoRow> {
  if (kept.wasIdentified) return kept.video
  const row = await retryWhileUnavailable(() =>
    deps.database.asSystem('leave a row open', (tx) => endTry(tx, kept, result)),
  )
  return row === null ? kept.video : presentRow(row)
}

/** Links that lead to no post, or into a private network; nobody can make anything of them. */
const USELESS: readonly ErrorCode[] = ['not_a_video', 'private_address']

const NOTHING_READ = postColumns(null)

/** The failure to answer with. The row stays open with its code, unless the link is of no use. */
export async function failureOf(deps: KeepDeps, kept: KeptLink, error: unknown): Promise<unknown> {
  const { code } = asAppError(error)
  try {
    if (USELESS.includes(code) && !kept.wasIdentified) {
      await dropLink(deps, kept)
      return error
    }
    const end = { state: 'unidentified', reason: code } as const
    const analysisId = error instanceof UnreadablePost ? error.analysisId : null
    const nothing = { end, post: NOTHING_READ, analysisId, triedWith: null }
    return new FailedAfterSaving(error, await leaveOpen(deps, kept, nothing))
  } catch (notWritten) {
    // The row is there all the same, and is tried again.
    deps.log.warn({ err: notWritten, video: kept.id }, 'failure of an analysis not written')
    return new FailedAfterSaving(error, kept.video)
  }
}

async function dropLink({ database }: KeepDeps, row: OwnRow): Promise<void> {
  await retryWhileUnavailable(() => database.asSystem('drop a link', (tx) => deleteOpenRow(tx, row)))
}
