import { setTimeout as pause } from 'node:timers/promises'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database } from '@antojo/db/database'
import type { Platform } from '@antojo/domain/platforms/platform'
import { AppError } from '../../core/app-error.ts'
import { currentAsker, isGuest } from '../../core/asker.ts'
import { budgets, pipelineVersion } from '../../identify/budgets.ts'
import { type Analysis, analysePost, type PipelineDeps } from '../../identify/run.ts'
import type { Progress } from '../../identify/step-recorder.ts'
import { failureText, storedFailure, storedResult } from '../../identify/stored-analysis.ts'
import {
  type Claim,
  type ClaimRequest,
  claimAnalysis,
  deleteOldAnalyses,
  endLeases,
  failAnalysis,
  finishAnalysis,
  loadAnalysis,
  renewLease,
  type StoredAnalysis,
} from './repo.ts'

/** A crashed node's work is taken over after this many seconds. */
const LEASE_SECONDS = 20
const RENEW_INTERVAL_MS = 6_000
const FIRST_POLL_MS = 25
const MAX_POLL_MS = 400
/** Longest wait for somebody else's analysis. */
const waitMs = budgets.total + LEASE_SECONDS * 1_000

/** What is lost of an analysis is made anew, and a saved video brings its own along. */
const ASYNC_COMMIT = { asyncCommit: true } as const

/** Rows that one removal locks at most. */
const REMOVAL_BATCH = 1_000

/** As long as the longest window of the operator's figures, which count them (docs/kpis.md). */
const MAX_DAYS_WITHOUT_VIDEO = 3

/** Removes analyses older than that many days, and sooner those that no video came from; returns how many. */
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

export interface PostLink {
  readonly platform: Platform
  readonly url: string
  readonly canonicalUrl: string
}

export type SharedAnalysis = Analysis & {
  readonly id: string
  /** Made for an earlier request: the place index may have grown since. */
  readonly earlier: boolean
}

export interface Analyses {
  /** The one analysis of a post; `force` makes it again, within limits. What a person adds of their own never goes in here. */
  of(link: PostLink, progress: Progress, options?: { force?: boolean }): Promise<SharedAnalysis>
}

export interface AnalysesDeps {
  readonly database: Database
  readonly pipeline: PipelineDeps
  /** Analyses for guests go without what costs money, so they may know less. */
  readonly guestsHaveLess: boolean
}

/**
 * A post is analysed once for everybody, on whichever node comes first: the row is claimed under a lease that is
 * renewed while the work goes on, and the others ask for its result until it is there or the lease is over.
 */
export function createAnalyses(deps: AnalysesDeps): Analyses {
  const { database } = deps
  return {
    of: async (link, progress, options = {}) => {
      const deadline = Date.now() + waitMs
      const known = options.force ? undefined : await readRow(database, link.canonicalUrl)
      if (known && isReady(known)) return replay(resultOf(known, true), progress)
      let force = options.force === true || isForOthers(known)
      while (Date.now() < deadline) {
        const claim = await retryWhileUnavailable(() =>
          database.asSystem(
            'claim an analysis',
            (tx) => claimAnalysis(tx, claimRequest(link, force)),
            ASYNC_COMMIT,
          ),
        )
        if (claim.lease !== null) return work(deps, { link, claim }, progress)
        const found = await waitForResult(database, link.canonicalUrl, deadline)
        if (found) return replay(found, progress)
        force = false
      }
      throw new AppError('timeout', 'The analysis of this post takes too long.', { retryAfter: 10 })
    },
  }
}

function claimRequest(link: PostLink, force: boolean): ClaimRequest {
  const { canonicalUrl, platform } = link
  return { canonicalUrl, platform, version: pipelineVersion, leaseSeconds: LEASE_SECONDS, force }
}

async function work(
  deps: AnalysesDeps,
  { link, claim }: { link: PostLink; claim: Claim },
  progress: Progress,
): Promise<SharedAnalysis> {
  const { database } = deps
  const renew = setInterval(() => {
    // A database that is away for a moment is met again when the result is written.
    database
      .asSystem('renew a lease', (tx) => renewLease(tx, claim, LEASE_SECONDS), ASYNC_COMMIT)
      .catch(() => undefined)
  }, RENEW_INTERVAL_MS)
  try {
    const analysis = await analysePost(deps.pipeline, link, progress)
    const earlierStays = await retryWhileUnavailable(() =>
      database.asSystem('store an analysis', (tx) => store(tx, deps, claim, analysis), ASYNC_COMMIT),
    )
    const earlier = earlierStays ? await readRow(database, link.canonicalUrl) : undefined
    if (earlier?.state === 'done') return resultOf(earlier, true)
    return { ...analysis, id: claim.id, earlier: false }
  } finally {
    clearInterval(renew)
  }
}

/** True when the post could not be read this time, and what was read of it before stays. */
async function store(
  tx: Parameters<typeof finishAnalysis>[0],
  deps: AnalysesDeps,
  claim: Claim,
  analysis: Analysis,
): Promise<boolean> {
  if (analysis.kind === 'unread') {
    const { code } = analysis.failure
    return failAnalysis(tx, claim, { code, detail: failureText(analysis), steps: analysis.steps })
  }
  // A sure answer would not have asked for more.
  const forGuest =
    deps.guestsHaveLess && isGuest(currentAsker()) && analysis.resolution.decision !== 'accepted'
  await finishAnalysis(tx, claim, { ...analysis, forGuest })
  return false
}

/** True for a result that answers the present asker, also while somebody has the post read again. */
function isReady(row: StoredAnalysis): boolean {
  const isThere = row.state === 'done' || (row.state === 'running' && row.result !== null)
  return isThere && row.pipeline_version >= pipelineVersion && !isForOthers(row)
}

/** Made for guests, and asked for by a person with an account. */
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

/** The result once it is there; null when nobody is working on it any more. */
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

/** To be called at the start of a process that is alone on its database: what a crash left is taken up at once. */
export function endAbandonedAnalyses(database: Database): Promise<void> {
  return database.asSystem('end abandoned analyses', endLeases)
}
