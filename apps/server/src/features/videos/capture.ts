import { type CaptureResponse, captureRequest } from '@antojo/contract/account'
import type { Database } from '@antojo/db/database'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { AppError } from '../../core/app-error.ts'
import type { Asker } from '../../core/asker.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import { readPastedLink } from '../../identify/evidence/find-link.ts'
import { wordsOf } from '../../identify/evidence/person-words.ts'
import type { Tokens } from '../tokens/service.ts'
import { identifyVideo } from './jobs.ts'
import { keepLink, type KeptLink } from './add/keep.ts'

export interface CaptureDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly budgets: Pick<Budgets, 'take'>
}

export interface CapturedLink {
  readonly video: CaptureResponse['video']
  /** False when a job is identifying it now. */
  readonly wasIdentified: boolean
}

/**
 * Saves the first link of a text for a person; the words around it help to find the place. Throws when there is no
 * link.
 */
export type Capture = (text: string, asker: Asker & { readonly account: string }) => Promise<CapturedLink>

/**
 * Saves a link and answers immediately; a job identifies it. The row's key is the canonical link, so a repeated request
 * finds the same row and keeps its question or restaurant.
 */
export function createCapture(deps: CaptureDeps): Capture {
  return async (videoUrl, asker) => {
    const found = readPastedLink(videoUrl)
    if (!found.ok) throw new AppError(found.code, found.detail)
    await deps.budgets.take('addDaily', { asker })
    const link = { userId: asker.account, link: found.link, words: wordsOf({ videoUrl }), isAnswer: true }
    const kept = await keepLink(deps, link)
    if (!kept.wasIdentified) await identifyLater(deps, kept)
    return kept
  }
}

/** `POST /functions/v1/capture`, with a session or a personal token of the scope `capture`. */
export function captureRoutes(
  app: FastifyInstance,
  { tokens, capture }: { readonly tokens: Tokens; readonly capture: Capture },
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/functions/v1/capture',
    // Before the token is looked up, the request counts against its network.
    { schema: { body: captureRequest }, config: { budget: 'capture' } },
    async (request, reply): Promise<CaptureResponse> => {
      const userId = await tokens.userIdOf(request, 'capture')
      const { url, text } = request.body
      const { video, wasIdentified } = await capture([url, text].filter(Boolean).join('\n'), {
        account: userId,
        address: request.ip,
      })
      if (!wasIdentified) void reply.code(202)
      return { ok: true, video }
    },
  )
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
