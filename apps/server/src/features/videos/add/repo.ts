import type { Tx } from '@antojo/db/database'
import type { Schema } from '@antojo/db/schema'
import type { Point } from '@antojo/domain/distance'
import type { ConfirmCandidate } from '@antojo/contract/ai'
import type { ErrorCode } from '@antojo/contract/error-codes'
import type { IdentifyState, WeakReason } from '@antojo/domain/analysis'
import { isSamePlace, type PlaceRecord } from '@antojo/domain/places/same-place'
import type { Platform } from '@antojo/domain/platforms/platform'
import { sql, type UpdateObject } from 'kysely'
import { type PersonWords, personWords } from '../../../identify/evidence/person-words.ts'
import { coalescedPost, type PostColumns, wholeRow } from '../repo.ts'

/** After this time, a request without a result is also carried out by a job; whichever ends first writes the row. */
const REQUEST_SECONDS = 60
/** Back-off between the tries of an open row. When it is used up, only the person can start another try. */
const PAUSES = ['10 minutes', '1 hour', '6 hours', '1 day', '3 days', '7 days', '14 days', '30 days'] as const
export const MAX_TRIES = PAUSES.length

export interface LinkToKeep {
  /** Chosen by the caller, so that a repeated save is recognised. */
  readonly id: string
  readonly userId: string
  readonly platform: Platform
  readonly videoUrl: string
  readonly canonicalUrl: string
}

export interface OwnRow {
  readonly userId: string
  readonly id: string
}

/** The row of a link, open or identified, with the person's words about it while it is open. */
export interface KeptRow {
  readonly id: string
  readonly isIdentified: boolean
  readonly row: unknown
  readonly words: PersonWords
}

/** Makes the identified row of a link the newest of the collection; null when there is no such row. */
export async function moveToTop(
  tx: Tx,
  { userId, canonicalUrl }: Pick<LinkToKeep, 'userId' | 'canonicalUrl'>,
): Promise<Omit<KeptRow, 'words'> | null> {
  const { rows } = await sql<{ id: string; row: unknown }>`
    update videos set created_at = clock_timestamp()
     where user_id = ${userId} and canonical_url = ${canonicalUrl} and identify_state = 'identified'
       and restaurant_name is not null
    returning id, ${wholeRow} as row`.execute(tx)
  return rows[0] ? { ...rows[0], isIdentified: true } : null
}

/** Whether the person has a post, under its own link or a short one, or the place that its analysis gave. */
export async function hasPost(
  tx: Tx,
  { userId, canonicalUrl, text }: Pick<LinkToKeep, 'userId' | 'canonicalUrl'> & { readonly text: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from videos v
     where v.user_id = ${userId}
       and (v.canonical_url in (${canonicalUrl}, ${text}) or v.enrich_place_id = (
           select concat_ws(':', a.result #>> '{places,0,place,source}', a.result #>> '{places,0,place,sourceId}')
             from analyses a
            where a.canonical_url = ${canonicalUrl} and a.result ->> 'decision' = 'accepted'))
     limit 1`.execute(tx)
  return rows.length > 0
}

export interface HowToKeep {
  /** Added to the words of earlier requests; a new text replaces the earlier one of its field. */
  readonly words: PersonWords
  readonly keepsQuestion: boolean
}

/**
 * Saves the link as a row under analysis (upsert). An existing open row moves to the top and, unless `keepsQuestion`,
 * is under analysis again.
 */
export async function keepRow(
  tx: Tx,
  link: LinkToKeep,
  { words, keepsQuestion }: HowToKeep,
): Promise<KeptRow> {
  const again = sql`, identify_state = 'running', identify_reason = null, identify_question = null, identify_area = null`
  const { rows } = await sql<{ id: string; row: unknown; hints: unknown }>`
    with kept as (
      insert into videos (id, user_id, platform, video_url, canonical_url, identify_state)
        values (${link.id}, ${link.userId}, ${link.platform}, ${link.videoUrl}, ${link.canonicalUrl}, 'running')
      on conflict (user_id, canonical_url) do update
        set created_at = clock_timestamp() ${keepsQuestion ? sql`` : again}
        where videos.identify_state <> 'identified'
      returning id, ${wholeRow} as row
    ), said as (
      insert into app.identify_tries as t (user_id, video_id, hints, next_try_at)
        select ${link.userId}, id, ${JSON.stringify(words)}, now() + make_interval(secs => ${REQUEST_SECONDS}) from kept
      on conflict (user_id, video_id) do update
        set hints = t.hints || excluded.hints, tries = 0, tried_with = null, next_try_at = excluded.next_try_at
      returning hints
    )
    select id, row, hints from kept, said`.execute(tx)
  const [open] = rows
  if (open) return { ...open, isIdentified: false, words: personWords.catch({}).parse(open.hints) }
  const known = await tx
    .selectFrom('videos')
    .select(['id', wholeRow.as('row')])
    .where('user_id', '=', link.userId)
    .where('canonical_url', '=', link.canonicalUrl)
    .executeTakeFirstOrThrow()
  return { ...known, isIdentified: true, words }
}

/** A link that nobody waits for, with the words in its file. */
export interface LinkForLater {
  readonly platform: string
  readonly videoUrl: string
  readonly canonicalUrl: string
  readonly words: PersonWords
  /** When the person saved it elsewhere, which determines its position in the collection. */
  readonly savedAt: Date | null
}

/**
 * Saves links, except those that the person already has, as rows under analysis whose first try is due, or tried by the
 * caller. Returns their ids by canonical link.
 */
export async function keepForLater(
  tx: Tx,
  userId: string,
  { links, triedNow }: { readonly links: readonly LinkForLater[]; readonly triedNow: boolean },
): Promise<ReadonlyMap<string, { readonly videoId: string; readonly isNew: boolean }>> {
  const { rows: fresh } = await sql<{ id: string; url: string }>`
    with added as (
      insert into videos (user_id, platform, video_url, canonical_url, identify_state, created_at)
        select ${userId}, e.platform, e."videoUrl", e."canonicalUrl", 'running', least(coalesce(e."savedAt", now()), now())
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
               as e (platform text, "videoUrl" text, "canonicalUrl" text, "savedAt" timestamptz)
      on conflict (user_id, canonical_url) do nothing
      returning id, canonical_url
    )
    select id, canonical_url as url from added`.execute(tx)
  const words = new Map(links.map((link) => [link.canonicalUrl, link.words]))
  const tries = fresh.map(({ id, url }) => ({ id, hints: words.get(url) ?? {} }))
  await sql`
    insert into app.identify_tries (user_id, video_id, hints, next_try_at)
      select ${userId}, t.id, t.hints, now() + make_interval(secs => ${triedNow ? REQUEST_SECONDS : 0})
        from jsonb_to_recordset(${JSON.stringify(tries)}::jsonb) as t (id uuid, hints jsonb)`.execute(tx)
  const isNew = new Set(fresh.map(({ id }) => id))
  const { rows } = await sql<{ id: string; url: string }>`
    select id, canonical_url as url from videos
     where user_id = ${userId}
       and canonical_url = any (${links.map(({ canonicalUrl }) => canonicalUrl)})`.execute(tx)
  return new Map(rows.map(({ id, url }) => [url, { videoId: id, isNew: isNew.has(id) }]))
}

/** Changes an open row to the post that its short link leads to; false when the person already has that post. */
export async function moveToPost(
  tx: Tx,
  { userId, id }: OwnRow,
  post: { readonly videoUrl: string; readonly canonicalUrl: string; readonly platform: Platform },
): Promise<boolean> {
  const { rows } = await sql`
    update videos set video_url = ${post.videoUrl}, canonical_url = ${post.canonicalUrl}, platform = ${post.platform}
     where user_id = ${userId} and id = ${id} and not exists (
       select from videos other where other.user_id = ${userId} and other.canonical_url = ${post.canonicalUrl})
    returning id`.execute(tx)
  return rows.length > 0
}

/** A place by its id in the index, or else by its name, position and other facts. */
export interface KnownPlace extends Omit<PlaceRecord, 'lat' | 'lng'> {
  readonly id: string | null
  readonly position: Point | null
}

/** More than the distance of two records of a place. */
const NEAR_DEGREES = 0.002

/** Another row of the person that has the place, with its id of it; null without one. The oldest of several. */
export async function findRowOfPlace(
  tx: Tx,
  { userId, id }: OwnRow,
  place: KnownPlace,
): Promise<{ readonly id: string; readonly placeId: string | null } | null> {
  const own = sql`user_id = ${userId} and id <> ${id} and identify_state = 'identified' and not is_diagnostic`
  const { lat = null, lng = null } = place.position ?? {}
  const { rows } = await sql<PlaceOfRow & { isPlace: boolean }>`
    select ${PLACE_OF_ROW}, coalesce(place_key = ${place.id}, false) as "isPlace"
      from videos
     where ${own} and (place_key = ${place.id} or (
       restaurant_name is not null and abs(enrich_place_lat - ${lat}) < ${NEAR_DEGREES}
         and abs(enrich_place_lng - ${lng}) < ${NEAR_DEGREES} / greatest(0.1, cosd(${lat}))))
     order by created_at limit 1000`.execute(tx)
  const at = place.position
  return (
    rows.find((row) => row.isPlace) ??
    rows.find((row) => at !== null && isSamePlace(recordOf(row), { ...place, ...at })) ??
    null
  )
}

/** The facts of a row by which its place is compared with others. */
export interface PlaceOfRow extends Omit<PlaceRecord, 'source'> {
  readonly id: string
  readonly placeId: string | null
}

export const PLACE_OF_ROW = sql`id, enrich_place_id as "placeId", restaurant_name as name, enrich_place_lat as lat,
  enrich_place_lng as lng, restaurant_address as address, restaurant_phone as phone, restaurant_website as website,
  restaurant_location as city`

export const recordOf = (row: PlaceOfRow): PlaceRecord => ({ ...row, source: row.placeId?.split(':')[0] })

/** Removes an open row that is the same as another one of the person, which takes over what they said with it. */
export async function handOver(tx: Tx, { userId, id }: OwnRow, kept: string): Promise<void> {
  await sql`
    select app.hand_over_video(${userId}, ${id}, ${kept}) from videos
     where user_id = ${userId} and id = ${id} and identify_state <> 'identified'`.execute(tx)
}

/** Makes a row the newest of the collection unless nobody waits for it; returns it. */
export async function readRow(
  tx: Tx,
  { userId, id }: OwnRow,
  { isLater }: { readonly isLater: boolean },
): Promise<unknown> {
  const time = isLater ? sql<Date>`created_at` : sql<Date>`clock_timestamp()`
  const found = await tx
    .updateTable('videos')
    .set({ created_at: time })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(wholeRow.as('row'))
    .executeTakeFirstOrThrow()
  return found.row
}

export async function deleteOpenRow(tx: Tx, { userId, id }: OwnRow): Promise<void> {
  await sql`
    delete from videos
     where user_id = ${userId} and id = ${id} and identify_state <> 'identified'`.execute(tx)
}

export interface OwnName {
  readonly name: string
  readonly address: string | null
  readonly position: { readonly lat: number; readonly lng: number } | null
  /** A link to the place. */
  readonly url: string
  readonly post: PostColumns
}

/** Gives an open row the place as its link describes it, which no index has; null when the row is no longer open. */
export function nameRow(
  tx: Tx,
  own: OwnRow,
  { name, address, position, url, post }: OwnName,
): Promise<unknown> {
  return changeOpen(tx, own, {
    restaurant_name: name,
    restaurant_address: address,
    google_maps_url: url,
    enrich_place_lat: position?.lat ?? null,
    enrich_place_lng: position?.lng ?? null,
    decision: 'confirmed',
    ...coalescedPost(post),
  })
}

/** The changed row; null when it is no longer open. */
async function changeOpen(
  tx: Tx,
  { userId, id }: OwnRow,
  columns: UpdateObject<Schema, 'videos'>,
): Promise<unknown> {
  const changed = await tx
    .updateTable('videos')
    .set(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('identify_state', '<>', 'identified')
    .returning(wholeRow.as('row'))
    .executeTakeFirst()
  return changed?.row ?? null
}

/** How a row stays open after an analysis or its failure. */
export type RowEnd =
  | { readonly state: 'question'; readonly question: readonly ConfirmCandidate[] }
  | { readonly state: 'unidentified'; readonly reason: WeakReason | ErrorCode }
  /** The places of the named area are being fetched. */
  | { readonly state: 'learning'; readonly area: string }

export interface TryResult {
  readonly end: RowEnd
  readonly post: PostColumns
  /** Null when there is no result that a later try could start from. */
  readonly analysisId: string | null
  /** The state of the world in which this answer was given; null when the post could not be read. */
  readonly triedWith: string | null
  /** The fetch of an area whose end makes the next try due. */
  readonly waitsFor?: string | null
  /** Where the post says that its place is; the place gets this position when the person saves it under a name. */
  readonly point?: Point | undefined
}

/**
 * Records the result of an analysis for an open row; null when the row was identified or deleted in the meantime. A
 * pending question is kept when a later try finds less.
 */
export async function endTry(tx: Tx, own: OwnRow, result: TryResult): Promise<unknown> {
  const { end, post, analysisId, triedWith, waitsFor = null, point } = result
  const known = sql<string | null>`(select id from analyses where id = ${analysisId}::uuid for key share)`
  const row = await changeOpen(tx, own, {
    identify_area: end.state === 'learning' ? end.area : null,
    ...columnsOf(end),
    ...(point && { enrich_place_lat: point.lat, enrich_place_lng: point.lng }),
    analysis_id: sql<string | null>`coalesce(${known}, analysis_id)`,
    ...coalescedPost(post),
  })
  if (row === null) return null
  await sql`
    update app.identify_tries
       set tried_with = ${triedWith}, tried_at = clock_timestamp(), next_try_at = ${nextTryAfterResult()}, waits_for = ${waitsFor}
     where user_id = ${own.userId} and video_id = ${own.id}`.execute(tx)
  return row
}

function columnsOf(end: RowEnd) {
  if (end.state === 'question') {
    const question = JSON.stringify(end.question)
    return { identify_state: end.state, identify_reason: null, identify_question: question }
  }
  const state = end.state === 'learning' ? 'running' : 'unidentified'
  const reason = end.state === 'learning' ? null : end.reason
  return {
    identify_state: sql<IdentifyState>`case identify_state when 'question' then 'question' else ${state} end`,
    identify_reason: sql<string | null>`case when identify_state <> 'question' then ${reason}::text end`,
  }
}

/** The time of the next try of a row of `identify_tries`, when one has ended. */
function nextTryAfterResult() {
  return sql`coalesce(clock_timestamp() + (${[...PAUSES]}::interval[])[tries + 1], 'infinity')`
}

/**
 * Begins the tries that are due: of posts that could not be read, of requests that were lost, and of rows for which the
 * world has changed or the shared analysis was made again. Each counts as a try as soon as it begins.
 */
export async function beginDueTries(tx: Tx, world: string, max: number): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    update app.identify_tries t set tries = t.tries + 1, next_try_at = ${nextTryAfterBeginning()}
      from (
        select user_id, video_id from app.identify_tries
         where tries < ${MAX_TRIES} and (user_id, video_id) in (
           select user_id, video_id from app.identify_tries
            where next_try_at <= now() and tried_with is distinct from ${world}
           union all
           select v.user_id, v.id from analyses a
             join videos v on v.analysis_id = a.id
             join app.identify_tries r on r.user_id = v.user_id and r.video_id = v.id
            where a.state = 'done' and a.finished_at > r.tried_at and a.finished_at > now() - interval '1 hour')
         order by next_try_at limit ${max} for update skip locked
      ) as due
     where t.user_id = due.user_id and t.video_id = due.video_id
    returning t.user_id as "userId", t.video_id as id`.execute(tx)
  return rows
}

/** The same when one begins, in case it never ends; the statement has yet to count that try. */
function nextTryAfterBeginning() {
  return sql`coalesce(clock_timestamp() + (${[...PAUSES]}::interval[])[t.tries + 2], 'infinity')`
}

export interface RowToTry {
  readonly row: unknown
  readonly words: PersonWords
  readonly triedWith: string | null
}

/** An open row with its person's words; undefined when it was identified or deleted. */
export async function loadOpenRow(tx: Tx, { userId, id }: OwnRow): Promise<RowToTry | undefined> {
  const { rows } = await sql<{ row: unknown; hints: unknown; triedWith: string | null }>`
    select to_jsonb(videos.*) as row, t.hints, t.tried_with as "triedWith"
      from videos join app.identify_tries t on t.user_id = videos.user_id and t.video_id = videos.id
     where videos.user_id = ${userId} and videos.id = ${id} and identify_state <> 'identified'`.execute(tx)
  const [found] = rows
  return found && { ...found, words: personWords.catch({}).parse(found.hints) }
}

/** Makes tries due that a crash interrupted; only for a database that no other process uses. */
export async function endAbandonedTries(tx: Tx): Promise<void> {
  await sql`
    update app.identify_tries t set next_try_at = now() from videos v
     where v.user_id = t.user_id and v.id = t.video_id and v.identify_state = 'running'`.execute(tx)
}

/** A value that changes when a source of the place index has grown or shrunk by a few hundred places. */
export async function indexRevision(tx: Tx): Promise<string> {
  const { rows } = await sql<{ revision: string | null }>`
    select string_agg(source || ' ' || places / 100, ',' order by source) as revision
      from place_sources`.execute(tx)
  return rows[0]?.revision ?? ''
}
