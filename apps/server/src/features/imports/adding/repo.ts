import type { Tx } from '@antojo/db/database'
import type { PostArea } from '@antojo/identify/evidence'
import { PLATFORMS } from '@antojo/domain/platforms/platform'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { personWords } from '../../../identify/evidence/person-words.ts'

export interface OwnImport {
  readonly userId: string
  readonly id: string
}

/**
 * Only the transaction that holds this lock changes the import. A lock of the row would wait for those of its videos.
 */
export async function lockImport(tx: Tx, { id }: OwnImport): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(id)})`.execute(tx)
}

function lockKey(id: string) {
  return sql`hashtextextended(${`antojo import ${id}`}, 0)`
}

/** Records in which lists the videos of these items belong (null: of all items of the import), and adds them there. */
export async function fillLists(
  tx: Tx,
  { userId, id }: OwnImport,
  positions: readonly number[] | null,
): Promise<void> {
  const ofThese = positions === null ? sql`` : sql`and i.position = any (${[...positions]}::integer[])`
  const { rows } = await sql<{ videos: string[] | null }>`
    with entries as (
      insert into import_entries (user_id, import_id, list_id, video_id, position)
        select i.user_id, i.import_id, (p.part ->> 'listId')::uuid, i.video_id, i.position
          from imports m
         cross join lateral jsonb_array_elements(m.parts) with ordinality as p (part, number)
          join import_items i on i.user_id = m.user_id and i.import_id = m.id
           and p.number - 1 = any (i.parts) and i.state in ('known', 'added', 'joined') ${ofThese}
          join videos v on v.user_id = i.user_id and v.id = i.video_id
          join video_lists l on l.user_id = m.user_id and l.id = (p.part ->> 'listId')::uuid
         where m.user_id = ${userId} and m.id = ${id}
        union all
        select i.user_id, i.import_id, l.id, i.video_id, i.position
          from import_items i
          join videos v on v.user_id = i.user_id and v.id = i.video_id
          join video_lists l on l.user_id = i.user_id and l.kind = 'want_to_try'
         where i.user_id = ${userId} and i.import_id = ${id} and i.platform = 'Other'
           and i.state in ('added', 'joined') and i.visited_on = '{}' ${ofThese}
           and not exists (
             select from imports m
              cross join lateral jsonb_array_elements(m.parts) with ordinality as p (part, number)
               join video_lists d on d.user_id = m.user_id and d.id = (p.part ->> 'listId')::uuid
              where m.user_id = i.user_id and m.id = i.import_id and d.kind = 'visited'
                and p.number - 1 = any (i.parts))
      on conflict do nothing
      returning video_id
    )
    select array_agg(distinct video_id) as videos from entries`.execute(tx)
  const videos = rows[0]?.videos ?? null
  if (videos) await sql`select app.fill_import_lists(${userId}, ${videos}::uuid[])`.execute(tx)
  await sql`
    select app.keep_import_notes(${userId}, array(
      select i.video_id from import_items i
       where i.user_id = ${userId} and i.import_id = ${id} and i.video_id is not null
         and (i.note is not null or i.visited_on <> '{}') ${ofThese}))`.execute(tx)
}

/** The imports with work whose next turn is due, the longest waiting first: Antojo's own files, or all others. */
export async function dueImports(
  tx: Tx,
  { turnSeconds, areOwnFiles }: { readonly turnSeconds: number; readonly areOwnFiles: boolean },
): Promise<OwnImport[]> {
  const { rows } = await sql<OwnImport>`
    select user_id as "userId", id from imports
     where (state = 'running' or later > 0 or state = 'done' and ended_at is null)
       and (archive is not null) = ${areOwnFiles}
       and (continued_at is null or continued_at < now() - make_interval(secs => ${turnSeconds}))
     order by continued_at nulls first limit 100`.execute(tx)
  return rows
}

/** An entry that waits to be added. */
const waitingEntry = z.object({
  position: z.number(),
  platform: z.enum(PLATFORMS),
  videoUrl: z.string(),
  canonicalUrl: z.string(),
  savedAt: z.date().nullable(),
  words: personWords,
  /** True when the places of an area were fetched for it. */
  hasWaited: z.boolean(),
})
export type WaitingEntry = z.infer<typeof waitingEntry>

/** The columns of a `WaitingEntry`. Links that a person pastes or takes from the report are no saved list. */
const waiting = sql`position, platform, video_url as "videoUrl", canonical_url as "canonicalUrl",
    saved_at as "savedAt", waits_for is not null as "hasWaited",
    jsonb_strip_nulls(jsonb_build_object('texts', texts, 'placeUrl', place_url, 'isOfSavedList',
      not is_by_hand and exists (
        select from imports m
         where m.user_id = i.user_id and m.id = i.import_id and (m.format <> 'links' or texts is not null)
    ))) as words`

/** False for a place while the video beside it waits, whose row will stand for both. */
const isOnItsOwn = sql`not exists (
    select from import_items b
     where b.user_id = i.user_id and b.import_id = i.import_id and b.place_url = i.canonical_url
       and b.state in ('new', 'written'))`

/** Takes an import's turn; false when another node has it, or the import was undone. */
export async function takeTurn(tx: Tx, { userId, id }: OwnImport, turnSeconds: number): Promise<boolean> {
  const { rows: lock } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey(id)}) as taken`.execute(tx)
  if (lock[0]?.taken !== true) return false
  const { rows: turn } = await sql`
    update imports set continued_at = now()
     where user_id = ${userId} and id = ${id} and state <> 'preview'
       and (continued_at is null or continued_at < now() - make_interval(secs => ${turnSeconds}))
    returning id`.execute(tx)
  return turn.length > 0
}

/** The next entries of an import for which this holds. */
async function readWaiting(tx: Tx, { userId, id }: OwnImport, max: number, isNext: RawBuilder<unknown>) {
  const { rows } = await sql`
    select ${waiting} from import_items i
     where user_id = ${userId} and import_id = ${id} and ${isOnItsOwn} and ${isNext}
     order by position limit ${max}`.execute(tx)
  return rows.map((row) => waitingEntry.parse(row))
}

/** An import's next entries to be read, or none while earlier ones wait to be read. */
export function readNew(tx: Tx, own: OwnImport, max: number): Promise<readonly WaitingEntry[]> {
  const isNext = sql`state = 'new'
    and ${max} > (select count(*) from videos where user_id = ${own.userId} and identify_state = 'running')`
  return readWaiting(tx, own, max, isNext)
}

/** The entry waits for an area whose fetch has not ended for good. */
export const isAreaPending = sql`exists (
    select from place_areas a
     where a.id = i.waits_for and (a.state in ('waiting', 'running') or a.state = 'failed' and a.of_bucket))`

/** Judged, and waiting for what becomes of the areas that it names. */
const isLearning = sql`i.learns is not null and i.waits_for is null`

/** The next entries of an import that are judged by the words of the file. */
export function readWritten(tx: Tx, own: OwnImport, max: number): Promise<readonly WaitingEntry[]> {
  const isNext = sql`state = 'written' and not (${isAreaPending}) and not (${isLearning})
    and exists (select from imports m where m.user_id = i.user_id and m.id = i.import_id and m.state <> 'preview')`
  return readWaiting(tx, own, max, isNext)
}

/** Written by this program, so this check only detects a damaged row. */
const postArea = z.custom<PostArea>(
  (value) => z.object({ name: z.string(), lat: z.number(), lng: z.number() }).safeParse(value).success,
)
const learning = z.object({
  position: z.number(),
  /** The reason to report if the areas do not help; null if the post is read then. */
  reason: z.string().nullable(),
  since: z.coerce.date(),
  areas: z.array(postArea).readonly(),
})
/** An entry that names no place that the index has, and areas. */
export type LearningEntry = z.infer<typeof learning>

/** The judged entries of an import whose areas are to be requested. */
export async function readLearning(tx: Tx, { userId, id }: OwnImport): Promise<readonly LearningEntry[]> {
  const { rows } = await sql<{ position: number; learns: object }>`
    select position, learns from import_items i
     where user_id = ${userId} and import_id = ${id} and state = 'written' and ${isLearning}
     order by position`.execute(tx)
  return rows.map(({ position, learns }) => learning.parse({ position, ...learns }))
}

/** The imports with entries that `readWritten` or `readLearning` returns. */
export async function importsToJudge(tx: Tx): Promise<OwnImport[]> {
  const { rows } = await sql<OwnImport>`
    select user_id as "userId", id from imports m
     where state <> 'preview' and archive is null and (judging_until is null or judging_until < now()) and exists (
       select from import_items i
        where i.user_id = m.user_id and i.import_id = m.id and i.state = 'written'
          and not (${isAreaPending}))
     limit 100`.execute(tx)
  return rows
}

/** Seconds after which another process judges an import whose judge has died. */
const JUDGE_SECONDS = 60

/** Claims the judging of an import; false while another process judges it. */
export async function beginJudging(tx: Tx, { userId, id }: OwnImport): Promise<boolean> {
  const { rows } = await sql`
    update imports set judging_until = now() + make_interval(secs => ${JUDGE_SECONDS})
     where user_id = ${userId} and id = ${id} and (judging_until is null or judging_until < now())
    returning id`.execute(tx)
  return rows.length > 0
}

export async function endJudging(tx: Tx, { userId, id }: OwnImport): Promise<void> {
  await sql`update imports set judging_until = null where user_id = ${userId} and id = ${id}`.execute(tx)
}

/** The links of the places in an import's lists. */
export async function readPlaces(tx: Tx, { userId, id }: OwnImport, max: number) {
  const { rows } = await sql<{ position: number; url: string; parts: readonly number[] }>`
    select position, video_url as url, parts from import_items
     where user_id = ${userId} and import_id = ${id} and platform = 'Other'
     order by position limit ${max}`.execute(tx)
  return rows
}

/** An entry that will not be added as long as the person does not want it, or not yet. */
export interface LeftEntry {
  readonly position: number
  /** `new`: its post has to be read. */
  readonly state: 'nameless' | 'new' | 'written' | 'later'
  readonly reason: string | null
  /** The fetch of an area that it waits for. */
  readonly waitsFor: string | null
  /** The areas that it names, until they are requested. */
  readonly learns: Omit<LearningEntry, 'position'> | null
}

/** Records the entries that are not added now. */
export async function recordLeft(tx: Tx, own: OwnImport, left: readonly LeftEntry[]): Promise<void> {
  const { userId, id } = own
  const { rows } = await sql<{ nameless: number; later: number }>`
    with changed as (
      update import_items i set state = e.state, reason = e.reason, waits_for = e."waitsFor", learns = e.learns
        from jsonb_to_recordset(${JSON.stringify(left)}::jsonb)
             as e (position integer, state text, reason text, "waitsFor" bigint, learns jsonb)
       where i.user_id = ${userId} and i.import_id = ${id} and i.position = e.position and i.state = 'written'
      returning i.state
    )
    select (count(*) filter (where state = 'nameless'))::int as nameless,
           (count(*) filter (where state = 'later'))::int as later from changed`.execute(tx)
  const { nameless = 0, later = 0 } = rows[0] ?? {}
  await sql`
    update imports set waiting = waiting - ${nameless + later}, nameless = nameless + ${nameless}, later = later + ${later},
           judging_until = now() + make_interval(secs => ${JUDGE_SECONDS})
     where user_id = ${userId} and id = ${id}`.execute(tx)
  await endWhenEmpty(tx, own)
}

/** Ends the import when nothing waits any more. */
export async function endWhenEmpty(tx: Tx, { userId, id }: OwnImport): Promise<void> {
  await sql`
    update imports set state = 'done'
     where user_id = ${userId} and id = ${id} and state = 'running' and waiting = 0`.execute(tx)
}

export interface AddedLink {
  readonly position: number
  readonly videoId: string
  readonly isNew: boolean
}

/** Records the rows of added entries, and ends the import when none is left. */
export async function recordAdded(tx: Tx, own: OwnImport, links: readonly AddedLink[]): Promise<void> {
  const { userId, id } = own
  const noted = sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
                    as e (position integer, "videoId" uuid, "isNew" boolean)`
  await sql`
    update import_items i
       set video_id = e."videoId", state = case when e."isNew" then 'added' else 'known' end
      from ${noted}
     where i.user_id = ${userId} and i.import_id = ${id} and i.position = e.position`.execute(tx)
  const added = links.map(({ position }) => position)
  const joined = await joinPlaces(tx, own, added)
  await fillLists(tx, own, [...added, ...joined])
  // Updated last, because every change of a video updates these counts after the video.
  await sql`
    update imports m
       set waiting = m.waiting - c.total - ${joined.length},
           known = m.known + c.known,
           reading = m.reading + c.reading,
           identified = m.identified + c.identified,
           open = m.open + c.open
      from (
        select count(*) as total,
               count(*) filter (where not e."isNew") as known,
               count(*) filter (where e."isNew" and v.identify_state in ('running', 'learning')) as reading,
               count(*) filter (where e."isNew" and v.identify_state = 'identified') as identified,
               count(*) filter (where e."isNew" and v.identify_state in ('question', 'unidentified')) as open
          from ${noted} left join videos v on v.user_id = ${userId} and v.id = e."videoId"
      ) c
     where m.user_id = ${userId} and m.id = ${id}`.execute(tx)
  await endWhenEmpty(tx, own)
}

/** Lets the rows of added videos stand for the places beside them; returns the positions of these places. */
async function joinPlaces(
  tx: Tx,
  { userId, id }: OwnImport,
  added: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ position: number }>`
    update import_items p set state = 'joined', video_id = i.video_id
      from (
        select distinct on (place_url) place_url, video_id from import_items
         where user_id = ${userId} and import_id = ${id} and position = any (${[...added]}::integer[])
           and state = 'added' and place_url is not null
         order by place_url, position
      ) i
     where p.user_id = ${userId} and p.import_id = ${id} and p.canonical_url = i.place_url
       and p.state in ('new', 'written')
    returning p.position`.execute(tx)
  return rows.map(({ position }) => position)
}

/** Prepares entries of the report to be added because the person wants them; returns those that are. */
export async function takeNameless(
  tx: Tx,
  { userId, id }: OwnImport,
  positions: readonly number[],
): Promise<readonly WaitingEntry[]> {
  const { rows } = await sql<{ wasLater: boolean }>`
    update import_items i set state = 'new', reason = null, due_at = null, is_by_hand = true
      from (
        select position as at, state = 'later' as "wasLater" from import_items
         where user_id = ${userId} and import_id = ${id} and state in ('nameless', 'later')
           and position = any (${[...positions]}::integer[]) for update) was
     where user_id = ${userId} and import_id = ${id} and position = was.at
    returning ${waiting}, "wasLater"`.execute(tx)
  const later = rows.filter(({ wasLater }) => wasLater).length
  await sql`
    update imports set waiting = waiting + ${rows.length}, later = later - ${later},
           nameless = nameless - ${rows.length - later}
     where user_id = ${userId} and id = ${id}`.execute(tx)
  return rows.map((row) => waitingEntry.parse(row))
}
