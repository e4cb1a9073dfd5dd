import type { Tx } from '@antojo/db/database'
import type { OembedErrorCode } from '@antojo/contract/error-codes'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Resolution } from '@antojo/identify/evidence'
import type { Platform } from '@antojo/domain/platforms/platform'
import { sql } from 'kysely'
import { keptResolution } from '../../adapters/places/kept-place.ts'
import { boundedPost } from '../../identify/evidence/bounded-post.ts'
import type { PostEvidence } from '../../identify/evidence/post-evidence.ts'

export interface Claim {
  readonly id: string
  readonly state: 'running' | 'done' | 'failed'
  /** Set when the caller holds the lease and has to do the work. */
  readonly lease: string | null
}

export interface ClaimRequest {
  readonly canonicalUrl: string
  readonly platform: Platform
  readonly version: number
  readonly leaseSeconds: number
  /** Claims the work even when a result is stored. */
  readonly force: boolean
}

/** Claims the work on a post, unless another request holds it, it is done, or it failed very recently. */
export async function claimAnalysis(tx: Tx, wanted: ClaimRequest): Promise<Claim> {
  const freshAfter = wanted.force ? sql`clock_timestamp()` : sql`'-infinity'::timestamptz`
  const { rows } = await sql<Claim>`
    select id, state, lease from app.claim_analysis(
      ${wanted.canonicalUrl}, ${wanted.platform}, ${wanted.version}, ${wanted.leaseSeconds}, ${freshAfter}
    )`.execute(tx)
  const [claim] = rows
  if (!claim) throw new Error('app.claim_analysis returned no row')
  return claim
}

export interface KeepDays {
  readonly saved: number
  /** For analyses that no saved video refers to. */
  readonly unsaved: number
}

/** Limits how far back analyses without a video are searched for; the removal runs every hour. */
const DAYS_LOOKED_BACK = 14

/** Removes up to `max` finished analyses that are older; saved videos keep their own columns. */
export async function deleteOldAnalyses(tx: Tx, { saved, unsaved }: KeepDays, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from analyses where id in (
      select id from analyses a
        where state <> 'running' and (finished_at < now() - make_interval(days => ${saved})
          or finished_at < now() - make_interval(days => ${unsaved})
            and finished_at > now() - make_interval(days => ${unsaved + DAYS_LOOKED_BACK})
            and not exists (select from videos where analysis_id = a.id))
        order by finished_at limit ${max} for update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type StoredAnalysis = NonNullable<Awaited<ReturnType<typeof loadAnalysis>>>

export function loadAnalysis(tx: Tx, canonicalUrl: string) {
  return tx
    .selectFrom('analyses')
    .select(['id', 'state', 'pipeline_version', 'for_guest', 'evidence', 'result', 'steps'])
    .select(['error_code', 'error_detail'])
    .select(sql<boolean>`coalesce(lease_until < clock_timestamp(), false)`.as('leaseOver'))
    .where('canonical_url', '=', canonicalUrl)
    .executeTakeFirst()
}

/** The link of the post that an analysis is about. */
export async function linkOfAnalysis(
  tx: Tx,
  id: string,
): Promise<{ platform: Platform; url: string; canonicalUrl: string } | undefined> {
  return tx
    .selectFrom('analyses')
    .select(['platform', 'canonical_url as url', 'canonical_url as canonicalUrl'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Extends the lease while the work continues. */
export async function renewLease(tx: Tx, claim: Claim, leaseSeconds: number): Promise<void> {
  await sql`
    update analyses set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
     where id = ${claim.id} and lease = ${claim.lease}`.execute(tx)
}

export interface FinishedAnalysis {
  readonly post: PostEvidence
  readonly resolution: Resolution
  readonly steps: readonly StepEvent[]
  /** True when made without paid services. */
  readonly forGuest: boolean
}

/** Writes the result, unless another request holds the lease by now. */
export async function finishAnalysis(tx: Tx, claim: Claim, finished: FinishedAnalysis): Promise<void> {
  const { post, resolution, steps, forGuest } = finished
  const first = resolution.places[0]
  const kept = keptResolution(resolution)
  await tx
    .updateTable('analyses')
    .set({
      state: 'done',
      finished_at: sql<Date>`clock_timestamp()`,
      evidence: JSON.stringify(boundedPost(post)),
      decision: resolution.decision,
      result: JSON.stringify(kept),
      for_guest: forGuest,
      confidence: first?.confidence ?? null,
      address_used: first?.why.some(({ kind }) => kind === 'address' || kind === 'street') ?? false,
      steps: JSON.stringify(steps),
    })
    .where('id', '=', claim.id)
    .where('lease', '=', claim.lease)
    .execute()
}

export interface FailedAnalysis {
  readonly code: OembedErrorCode
  /** The failure as JSON, for other callers. */
  readonly detail: string
  readonly steps: readonly StepEvent[]
}

/** Records the failure, unless there is an earlier result, which is kept; returns whether it is kept. */
export async function failAnalysis(tx: Tx, claim: Claim, failed: FailedAnalysis): Promise<boolean> {
  const { rows } = await sql<{ stays: boolean }>`
    update analyses set
      state = case when result is null then 'failed' else 'done' end,
      finished_at = clock_timestamp(),
      decision = case when result is null then 'oembed_required' else decision end,
      error_code = case when result is null then ${failed.code}::text end,
      error_detail = case when result is null then ${failed.detail}::text end,
      steps = case when result is null then ${JSON.stringify(failed.steps)}::jsonb else steps end
    where id = ${claim.id} and lease = ${claim.lease}
    returning result is not null as stays`.execute(tx)
  return rows[0]?.stays === true
}

/** Ends every lease, on a database that only this process uses: the processes that held the leases have ended. */
export async function endLeases(tx: Tx): Promise<void> {
  await sql`update analyses set lease_until = clock_timestamp() where state = 'running'`.execute(tx)
}
