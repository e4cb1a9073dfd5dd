import type { Database } from '@antojo/db/database'
import type { JobQueue } from '../../core/job-queue.ts'
import { readPastedLink } from '../../identify/evidence/find-link.ts'
import { type AddDeps, identify } from './add/add.ts'
import { answerDependencies } from './add/finish.ts'
import { type KeptLink, onPost } from './add/keep.ts'
import { beginDueTries, loadOpenRow, type OwnRow } from './add/repo.ts'
import { identifyVideo } from './jobs.ts'
import { presentRow } from './present.ts'

/** Tries an open row again; a failure is written to the row. The post is read again when there is a new way to read it. */
export async function tryAgain(deps: AddDeps, row: OwnRow): Promise<void> {
  const found = await deps.database.asSystem('load an open row', (tx) => loadOpenRow(tx, row))
  if (!found) return
  const video = presentRow(found.row)
  const pasted = readPastedLink(video.video_url)
  if (!pasted.ok) return
  const open = { isNew: false, wasIdentified: false, isMoved: false }
  const kept: KeptLink = { ...row, ...open, video, words: found.words }
  const force = found.triedWith !== null && providersOf(found.triedWith) !== deps.providers
  await onPost(deps, { kept, link: pasted.link }, async (post) => {
    // The person may already have an identified row for the post of a short link.
    if (post.kept.wasIdentified) return null
    return identify(deps, { ...post, force, rereads: force, bias: undefined, isLater: true }, () => undefined)
  })
}

function providersOf(world: string): string | undefined {
  return world.split('|')[0]
}

/** The most tries that one pass begins, so that a new index does not flood the queue. */
const MAX_TRIES_AT_ONCE = 50

/** Enqueues the open rows whose next try is due; returns their number. Several nodes may call it concurrently. */
export async function enqueueDueTries(parts: {
  readonly database: Database
  readonly jobs: JobQueue
  readonly providers: string
}): Promise<number> {
  const world = await answerDependencies(parts)
  const due = await parts.database.asSystem('begin due tries', async (tx) => {
    const rows = await beginDueTries(tx, world, MAX_TRIES_AT_ONCE)
    for (const { userId, id } of rows) {
      await parts.jobs.enqueue(tx, identifyVideo, { userId, videoId: id }, id)
    }
    return rows.length
  })
  if (due > 0) parts.jobs.wake(identifyVideo.name)
  return due
}
