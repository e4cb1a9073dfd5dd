import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@antojo/contract/error-codes'
import type { VideoRow } from '@antojo/contract/video-row'
import type { Database } from '@antojo/db/database'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Evidence } from '@antojo/identify/evidence'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../../../adapters/http/guarded-fetch.ts'
import { AppError } from '../../../core/app-error.ts'
import { asAppError } from '../../../core/error-renderer.ts'
import {
  findPostLink,
  followLink,
  type NoLink,
  type PastedLink,
  type PostLink,
} from '../../../identify/evidence/find-link.ts'
import type { PersonWords } from '../../../identify/evidence/person-words.ts'
import { UnreadablePost } from '../errors.ts'
import { postColumns, presentRow } from '../present.ts'
import {
  deleteOpenRow,
  endTry,
  handOver,
  hasPost,
  keepRow,
  moveToPost,
  moveToTop,
  type OwnRow,
  type TryResult,
} from './repo.ts'

export interface KeepDeps {
  readonly database: Database
  readonly fetch: GuardedFetch
  readonly log: Pick<Logger, 'warn'>
}

export interface KeptLink extends OwnRow {
  readonly video: VideoRow
  /** True when this request made the row. */
  readonly isNew: boolean
  /** True when the row had its restaurant before this request. */
  readonly wasIdentified: boolean
  /** True when the row has become the newest of the collection and needs nothing else (spec §4). */
  readonly isMoved: boolean
  /** The person's words about the post, from this request and earlier ones. */
  readonly words: PersonWords
}

/** A post and its row. */
export interface KeptPost {
  readonly kept: KeptLink
  readonly link: PostLink
}

/** A post that is being identified. Each step of an add takes this state and returns it with its own findings. */
export interface AddState extends KeptPost {
  /** True when the person asked again: an uncertain answer becomes a question. */
  readonly force: boolean
  /** True when the post is read again, not taken from its stored analysis. */
  readonly rereads: boolean
  readonly bias: Evidence['bias']
  /**
   * True when nobody waits for the answer: the row keeps its position, and a person who has answered in the meantime
   * takes precedence.
   */
  readonly isLater: boolean
}

/** The outcome for a link: an answer, or a failure together with the row that remains. */
export type Outcome<T> =
  | { readonly ok: true; readonly body: T }
  | { readonly ok: false; readonly error: unknown; readonly video: VideoRow | null }

export function noLink({ code, detail }: NoLink): Outcome<never> {
  return { ok: false, error: new AppError(code, detail), video: null }
}

interface KeepRequest {
  readonly userId: string
  readonly link: PastedLink
  readonly words: PersonWords
  /** True when the person answers the pending question. */
  readonly isAnswer?: boolean
  /** True when a row with its restaurant becomes the newest instead of being read again. */
  readonly moves?: boolean
}

/** Saves a link before anything is fetched, with the person's words about it. */
export async function keepLink(
  { database }: Pick<KeepDeps, 'database'>,
  { userId, link, words, isAnswer = false, moves = false }: KeepRequest,
): Promise<KeptLink> {
  const id = randomUUID()
  const canonicalUrl = link.kind === 'short' ? link.url : link.canonicalUrl
  const row = { id, userId, platform: link.platform, videoUrl: link.url, canonicalUrl }
  return retryWhileUnavailable(() =>
    database.asSystem('keep a link', async (tx) => {
      // Most repeated links are saved already, and this is much less work than an insertion that conflicts with a row.
      const moved = moves ? await moveToTop(tx, row) : null
      const kept = moved ? { ...moved, words } : await keepRow(tx, row, { words, keepsQuestion: isAnswer })
      return {
        userId,
        id: kept.id,
        video: presentRow(kept.row),
        isNew: kept.id === id,
        wasIdentified: kept.isIdentified,
        isMoved: moved !== null,
        words: kept.words,
      }
    }),
  )
}

/** Whether the person has the post that a text links to, or the place that an earlier analysis found in it. */
export async function hasLink({ database, fetch }: KeepDeps, userId: string, text: string): Promise<boolean> {
  const found = await findPostLink(fetch, text)
  if (!found.ok) return false
  return database.asSystem('look for a link', (tx) => hasPost(tx, { ...found.link, userId, text }))
}

export interface FollowRequest {
  readonly kept: KeptLink
  readonly link: PastedLink
  readonly moves?: boolean
}

/** Runs the work on the post of a saved link. A failure is written to the row, which stays open. */
export async function onPost<T>(
  deps: KeepDeps,
  request: FollowRequest,
  work: (post: KeptPost) => T | AppError | Promise<T | AppError>,
): Promise<Outcome<T>> {
  let { kept } = request
  try {
    const post = await followKept(deps, request)
    if (post instanceof AppError) return await failed(deps, kept, post)
    kept = post.kept
    const answer = await work(post)
    return answer instanceof AppError ? await failed(deps, kept, answer) : { ok: true, body: answer }
  } catch (error) {
    return failed(deps, kept, error)
  }
}

/**
 * The post of a saved link. The row of a short link is changed to the post, or merged into the person's existing row of
 * that post.
 */
async function followKept(
  deps: KeepDeps,
  { kept, link: pasted, moves = false }: FollowRequest,
): Promise<KeptPost | AppError> {
  if (pasted.kind !== 'short') return { kept, link: pasted }
  const found = await followLink(deps.fetch, pasted)
  if (!found.ok) return new AppError(found.code, found.detail)
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
  if (own.id !== kept.id)
    await retryWhileUnavailable(() =>
      deps.database.asSystem('hand a link over to its post', (tx) => handOver(tx, kept, own.id)),
    )
  return { kept: own, link }
}

/** Records why a row stays open; returns the updated row. */
export async function leaveOpen(
  deps: Pick<KeepDeps, 'database'>,
  kept: KeptLink,
  result: TryResult,
): Promise<VideoRow> {
  if (kept.wasIdentified) return kept.video
  const row = await retryWhileUnavailable(() =>
    deps.database.asSystem('leave a row open', (tx) => endTry(tx, kept, result)),
  )
  return row === null ? kept.video : presentRow(row)
}

/** Errors for links that lead to no post, or into a private network: they can never be identified. */
const USELESS: readonly ErrorCode[] = ['not_a_video', 'private_address']

const NOTHING_READ = postColumns(null)

/** The row stays open with the failure's code, unless the link is useless. */
async function failed(deps: KeepDeps, kept: KeptLink, error: unknown): Promise<Outcome<never>> {
  const { code } = asAppError(error)
  try {
    if (USELESS.includes(code) && !kept.wasIdentified) {
      await retryWhileUnavailable(() =>
        deps.database.asSystem('drop a link', (tx) => deleteOpenRow(tx, kept)),
      )
      return { ok: false, error, video: null }
    }
    const end = { state: 'unidentified', reason: code } as const
    const analysisId = error instanceof UnreadablePost ? error.analysisId : null
    const nothing = { end, post: NOTHING_READ, analysisId, triedWith: null }
    return { ok: false, error, video: await leaveOpen(deps, kept, nothing) }
  } catch (notWritten) {
    // The row exists nevertheless, and will be tried again.
    deps.log.warn({ err: notWritten, video: kept.id }, 'failure of an analysis not written')
    return { ok: false, error, video: kept.video }
  }
}
