import { setTimeout as pause } from 'node:timers/promises'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database, Tx } from '@antojo/db/database'
import { cuisinesOfTypes } from '@antojo/domain/cuisine-labels'
import type { Platform } from '@antojo/domain/platforms/platform'
import type { Logger } from 'pino'
import type { YtDlp } from '../../adapters/pages/yt-dlp.ts'
import { AppError } from '../../core/app-error.ts'
import { currentAsker, isGuest } from '../../core/asker.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import { timeouts, pipelineVersion } from '../../identify/evidence/timeouts.ts'
import { type Analysis, analysePost, type PipelineDeps } from '../../identify/pipeline/run.ts'
import type { Progress } from '../../identify/evidence/step-recorder.ts'
import { withYtDlp } from '../../identify/pipeline/thorough-reading.ts'
import { failureText, storedFailure, storedResult } from '../../identify/pipeline/stored-analysis.ts'
import { readPastedLink } from '../../identify/evidence/find-link.ts'
import { drawnPreview, type LinkPreview, ownCopy } from '../previews/service.ts'
import { readThoroughly } from './jobs.ts'
import {
  type Claim,
  type ClaimRequest,
  claimAnalysis,
  deleteOldAnalyses,
  endLeases,
  failAnalysis,
  finishAnalysis,
  linkOfAnalysis,
  loadAnalysis,
  renewLease,
  type StoredAnalysis,
} from './repo.ts'

/** Seconds after which another node takes over the work of a crashed one. */
const LEASE_SECONDS = 20
const RENEW_INTERVAL_MS = 6_000
const FIRST_POLL_MS = 25
const MAX_POLL_MS = 400
/** Milliseconds to wait for an analysis by another request. */
const maxWaitMs = timeouts.total + LEASE_SECONDS * 1_000

/** A lost analysis can be made again, and the commit of a saved video also makes its analysis durable. */
const ASYNC_COMMIT = { asyncCommit: true } as const

/** The most rows that one statement removes, so that it does not lock more. */
const REMOVAL_BATCH = 1_000

/** The operator's figures count these analyses over up to three days (docs/kpis.md). */
const MAX_DAYS_WITHOUT_VIDEO = 3

/** Removes analyses older than `days`, and those without a saved video after three days; returns their number. */
export async function removeOldAnalyses(database: Database, days: number): Promise<number> {
  const keep = { saved: days, unsaved: Math.min(days, MAX_DAYS_WITHOUT_VIDEO) }
  let removed = 0
  for (;;) {
    const now = await database.asSystem('remove old analyses', (tx) =>
      deleteOldAnalyses(tx, keep, REMOVAL_BATCH),
    )
    removed += now
    if (now < REMOVAL_BATCH) return removed
  }
}

/** The part of a link that an analysis depends on. */
export interface LinkToAnalyse {
  readonly platform: Platform
  readonly url: string
  readonly canonicalUrl: string
}

export type SharedAnalysis = Analysis & {
  readonly id: string
  /** True when made for an earlier request, so that places may have been imported since. */
  readonly earlier: boolean
}

export type Analyses = ReturnType<typeof createAnalyses>

export interface AnalysesDeps {
  readonly database: Database
  readonly pipeline: PipelineDeps
  /** The operator's yt-dlp; null when there is none. */
  readonly ytDlp: YtDlp | null
  readonly jobs: Pick<JobQueue, 'enqueue' | 'wake'>
  readonly budgets: Pick<Budgets, 'run'>
  /** True when analyses for guests use no paid services, so that they may find less. */
  readonly guestsHaveLess: boolean
  readonly log: Pick<Logger, 'warn'>
}

/**
 * The preview that a chat shows for a post whose restaurant is known: its name and address, and our copy of the picture.
 * Null for every other text. No post is read for it.
 */
export async function previewPost(database: Database, text: string): Promise<LinkPreview | null> {
  const pasted = readPastedLink(text)
  if (!pasted.ok || pasted.link.kind === 'short') return null
  const { canonicalUrl } = pasted.link
  const row = await database.asSystem('preview a post', (tx) => loadAnalysis(tx, canonicalUrl))
  const analysis = row && isReady(row) ? storedResult(row) : null
  if (analysis?.kind !== 'read' || analysis.resolution.decision !== 'accepted') return null
  const { post, resolution } = analysis
  const names = resolution.places.map(({ place }) => place.name)
  const place = resolution.places[0]?.place
  if (!place) return null
  const cuisines = cuisinesOfTypes([...place.cuisine, ...place.categories])
  return {
    title: names.join(' · '),
    description: place.address ?? '',
    image: post.thumbnail === null ? drawnPreview(cuisines) : ownCopy(post.thumbnail),
  }
}

/**
 * A post is analysed once for everybody, by the first node that claims its row. The claim is a lease, renewed while the
 * work continues. All others poll for the result until it is stored or the lease has expired.
 */
export function createAnalyses(deps: AnalysesDeps) {
  const { database } = deps
  return {
    /** The shared analysis of a post, without a person's own words; `force` repeats it, within limits. */
    of: async (
      link: LinkToAnalyse,
      progress: Progress,
      options: { force?: boolean } = {},
    ): Promise<SharedAnalysis> => {
      const deadline = Date.now() + maxWaitMs
      let force = options.force === true
      while (Date.now() < deadline) {
        const { ready, claim } = await findOrClaim(database, link, force)
        if (ready) return replay(resultOf(ready, true), progress)
        if (claim.lease !== null) return work(deps, { link, claim, isThorough: false }, progress)
        const found = await waitForResult(database, link.canonicalUrl, deadline)
        if (found) return replay(found, progress)
        force = false
      }
      throw new AppError('timeout', 'The analysis of this post takes too long.', { retryAfter: 10 })
    },
    /** Makes a stored analysis again, with yt-dlp where the operator has one. */
    again: (id: string) => deps.budgets.run('thoroughReading', () => readAgain(deps, id)),
  }
}

type FoundOrClaimed =
  | { readonly ready: StoredAnalysis; readonly claim?: never }
  | { readonly ready?: never; readonly claim: Claim }

/**
 * The result for the current asker, or else a claim on the work. A claim without a lease means that another request
 * holds it.
 */
function findOrClaim(database: Database, link: LinkToAnalyse, force: boolean): Promise<FoundOrClaimed> {
  const read = async (tx: Tx): Promise<FoundOrClaimed> => {
    const known = force ? undefined : await loadAnalysis(tx, link.canonicalUrl)
    if (known && isReady(known)) return { ready: known }
    return { claim: await claimAnalysis(tx, claimRequest(link, force || isForOthers(known))) }
  }
  return retryWhileUnavailable(() => database.asSystem('claim an analysis', read, ASYNC_COMMIT))
}

function claimRequest(link: LinkToAnalyse, force: boolean): ClaimRequest {
  const { canonicalUrl, platform } = link
  return { canonicalUrl, platform, version: pipelineVersion, leaseSeconds: LEASE_SECONDS, force }
}

/** Skips an analysis that another request is working on, because that request enqueues its own reading. */
async function readAgain(deps: AnalysesDeps, id: string): Promise<void> {
  const { database, pipeline, ytDlp } = deps
  if (ytDlp === null) return
  const link = await database.asSystem('find an analysis', (tx) => linkOfAnalysis(tx, id))
  if (!link) return
  const claim = await database.asSystem('claim an analysis', (tx) =>
    claimAnalysis(tx, claimRequest(link, true)),
  )
  if (claim.lease === null) return
  const thorough = withYtDlp(pipeline, ytDlp)
  try {
    await work({ ...deps, pipeline: thorough.pipeline }, { link, claim, isThorough: true }, () => undefined)
  } finally {
    await thorough.dispose()
  }
}

interface Work {
  readonly link: LinkToAnalyse
  readonly claim: Claim
  readonly isThorough: boolean
}

async function work(
  deps: AnalysesDeps,
  { link, claim, isThorough }: Work,
  progress: Progress,
): Promise<SharedAnalysis> {
  const { database } = deps
  const mayLearnMore =
    deps.ytDlp !== null && !isThorough && link.platform !== 'Other' && !isGuest(currentAsker())
  let isWarned = false
  const renew = setInterval(() => {
    // Storing the result retries, so a short outage costs nothing; after a long one, another node may do the work again.
    database
      .asSystem('renew a lease', (tx) => renewLease(tx, claim, LEASE_SECONDS), ASYNC_COMMIT)
      .catch((error: unknown) => {
        if (!isWarned) deps.log.warn({ err: error, analysis: claim.id }, 'lease of an analysis not renewed')
        isWarned = true
      })
  }, RENEW_INTERVAL_MS)
  try {
    const analysis = await analysePost(deps.pipeline, link, progress)
    const earlierStays = await retryWhileUnavailable(() =>
      database.asSystem(
        'store an analysis',
        async (tx) => {
          if (mayLearnMore && !isDecided(analysis))
            await deps.jobs.enqueue(tx, readThoroughly, { analysisId: claim.id }, claim.id)
          return store(tx, deps, claim, analysis)
        },
        ASYNC_COMMIT,
      ),
    )
    if (mayLearnMore && !isDecided(analysis)) deps.jobs.wake(readThoroughly.name)
    const earlier = earlierStays ? await readRow(database, link.canonicalUrl) : undefined
    if (earlier?.state === 'done') return resultOf(earlier, true)
    return { ...analysis, id: claim.id, earlier: false }
  } finally {
    clearInterval(renew)
  }
}

function isDecided(analysis: Analysis): boolean {
  return analysis.kind === 'read' && analysis.resolution.decision === 'accepted'
}

/** True when the post could not be read this time, and its earlier result is kept. */
async function store(tx: Tx, deps: AnalysesDeps, claim: Claim, analysis: Analysis): Promise<boolean> {
  if (analysis.kind === 'unread') {
    const { code } = analysis.failure
    return failAnalysis(tx, claim, { code, detail: failureText(analysis), steps: analysis.steps })
  }
  // A guest's accepted answer counts for everybody, because it would not have used paid services.
  const forGuest =
    deps.guestsHaveLess && isGuest(currentAsker()) && analysis.resolution.decision !== 'accepted'
  await finishAnalysis(tx, claim, { ...analysis, forGuest })
  return false
}

/** True when the row has a result for the current asker, even while the post is being read again. */
function isReady(row: StoredAnalysis): boolean {
  const isThere = row.state === 'done' || (row.state === 'running' && row.result !== null)
  return isThere && row.pipeline_version >= pipelineVersion && !isForOthers(row)
}

/** True when the result was made for guests and the request is from a person with an account. */
function isForOthers(row: StoredAnalysis | undefined): boolean {
  return row?.for_guest === true && !isGuest(currentAsker())
}

function resultOf(row: StoredAnalysis, earlier: boolean): SharedAnalysis {
  return { ...storedResult(row), id: row.id, earlier }
}

function replay(analysis: SharedAnalysis, progress: Progress): SharedAnalysis {
  for (const step of analysis.steps) progress(step)
  return analysis
}

function readRow(database: Database, canonicalUrl: string): Promise<StoredAnalysis | undefined> {
  return retryWhileUnavailable(() =>
    database.asSystem('read an analysis', (tx) => loadAnalysis(tx, canonicalUrl)),
  )
}

/** Waits for the result; null when no request is working on it any longer. */
async function waitForResult(
  database: Database,
  canonicalUrl: string,
  deadline: number,
): Promise<SharedAnalysis | null> {
  for (let wait = FIRST_POLL_MS; Date.now() < deadline; wait = Math.min(wait * 1.5, MAX_POLL_MS)) {
    const row = await readRow(database, canonicalUrl)
    if (!row || (row.state === 'running' && row.leaseOver)) return null
    if (row.state === 'done') return resultOf(row, false)
    if (row.state === 'failed') return { ...storedFailure(row), id: row.id, earlier: false }
    await pause(wait)
  }
  return null
}

/** Called when a process starts that is alone on its database, so that nobody waits for work left over from a crash. */
export function endAbandonedAnalyses(database: Database): Promise<void> {
  return database.asSystem('end abandoned analyses', endLeases)
}
