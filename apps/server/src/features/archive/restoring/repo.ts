import type { Tx } from '@antojo/db/database'
import type {
  ArchivedCorrection,
  ArchivedEntries,
  ArchivedList,
  ArchivedPlace,
  ArchivedVideo,
} from '@antojo/contract/transfer/archive'
import { importView } from '@antojo/contract/transfer/imports'
import type { Settings } from '@antojo/domain/settings'
import { sql } from 'kysely'
import { z } from 'zod'
import { SETTINGS_COLUMNS, SHOWN_PLACE_COLUMNS, VIDEO_COLUMNS } from '../repo.ts'

export interface OwnImport {
  readonly userId: string
  readonly id: string
}

const refusals = importView.shape.unread
/** Why a row was not restored. */
export type Refusal = 'does_not_fit' | 'too_many_today'

/** How far an archive is restored, and the ids of the rows that it became, by which they are removed again. */
const progress = z.object({
  /** The lines that are restored. */
  line: z.number(),
  /** The start. A place that the person has changed since stays. */
  at: z.string(),
  /** The list to which further entries belong. */
  list: z.string().nullable(),
  places: z.array(z.string()),
  lists: z.array(z.string()),
  corrections: z.array(z.string()),
  comments: z.array(z.string()),
  settings: z.boolean(),
  /** When the picture was stored. */
  picture: z.string().nullable(),
})
export type Progress = z.infer<typeof progress>

const named = (columns: readonly string[], table?: string) =>
  sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)))
const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/** The rows of an import that is being restored, and how many lines are; null for any other import. */
export async function readArchive(
  tx: Tx,
  { userId, id }: OwnImport,
): Promise<{ readonly archive: Buffer; readonly line: number } | null> {
  const { rows } = await sql<{ archive: Buffer; line: number }>`
    select archive, coalesce((made ->> 'line')::int, 0) as line from imports
     where user_id = ${userId} and id = ${id} and archive is not null and state = 'running'`.execute(tx)
  return rows[0] ?? null
}

/**
 * Null when another process restored the lines before, or the import is gone. The account is not deleted before the
 * transaction ends.
 */
export async function readProgress(
  tx: Tx,
  { userId, id }: OwnImport,
  line: number,
): Promise<{ readonly made: Progress; readonly now: string } | null> {
  await sql`select from users where id = ${userId} for key share`.execute(tx)
  const { rows } = await sql<{ made: unknown; now: string }>`
    select made, now()::text as now from imports
     where user_id = ${userId} and id = ${id} and archive is not null and state = 'running'
       and coalesce((made ->> 'line')::int, 0) = ${line}`.execute(tx)
  const [found] = rows
  if (!found) return null
  const { made, now } = found
  const nothing = { places: [], lists: [], corrections: [], comments: [], settings: false, picture: null }
  return { made: made === null ? { line, at: now, list: null, ...nothing } : progress.parse(made), now }
}

export async function recordProgress(tx: Tx, { userId, id }: OwnImport, made: Progress): Promise<void> {
  await sql`
    update imports set made = ${JSON.stringify(made)}, continued_at = now()
     where user_id = ${userId} and id = ${id}`.execute(tx)
}

const EXAMPLES = 5
const MAX_EXAMPLE = 100

/** Counts a row that is not restored among the unread entries of the import. */
export async function recordRefusal(
  tx: Tx,
  { userId, id }: OwnImport,
  { reason, example, video }: { reason: Refusal; example: string | null; video: string | null },
): Promise<void> {
  const ofImport = sql`user_id = ${userId} and import_id = ${id}`
  const { rows } = await sql<{ unread: unknown; gone: number }>`
    with gone as (
      delete from import_items where ${ofImport} and canonical_url = ${video} and state in ('new', 'written')
      returning position
    )
    select unread, (select count(*)::int from gone) as gone from imports
     where user_id = ${userId} and id = ${id}`.execute(tx)
  const [found] = rows
  const unread = refusals.parse(found?.unread ?? [])
  const before = unread.find((each) => each.reason === reason) ?? { reason, total: 0, examples: [] }
  const text = example === null ? [] : [example.slice(0, MAX_EXAMPLE).replaceAll('\0', '').toWellFormed()]
  const examples = [...new Set([...before.examples, ...text])].slice(0, EXAMPLES)
  const others = unread.filter((each) => each !== before)
  const counted = [...others, { reason, total: before.total + 1, examples }]
  await sql`
    update imports set unread = ${JSON.stringify(counted)}, waiting = waiting - ${found?.gone ?? 0}
     where user_id = ${userId} and id = ${id}`.execute(tx)
}

/**
 * Adds the videos that the person does not have, and records all of them as those of the import; returns the number of
 * new ones. Open ones are tried at the pace of an import.
 */
export async function restoreVideos(
  tx: Tx,
  { userId, id }: OwnImport,
  { videos, perMinute }: { readonly videos: readonly ArchivedVideo[]; readonly perMinute: number },
): Promise<number> {
  const given = sql`jsonb_populate_recordset(null::videos, ${JSON.stringify(videos)}::jsonb) g`
  const { rows: fresh } = await sql<{ id: string; url: string }>`
    insert into videos (user_id, ${named(VIDEO_COLUMNS)}) select ${userId}, ${named(VIDEO_COLUMNS, 'g')} from ${given}
    on conflict (user_id, canonical_url) do nothing
    returning id, canonical_url as url`.execute(tx)
  const isFresh = sql`v.id = any (${ids(fresh)}::uuid[])`
  const places = new Map(videos.map(({ canonical_url: url, places: shown }) => [url, shown]))
  const shown = fresh.map((video) => ({ id: video.id, places: places.get(video.url) ?? [] }))
  await sql`
    insert into video_places (user_id, video_id, ${named(SHOWN_PLACE_COLUMNS)})
      select ${userId}, e.id, ${named(SHOWN_PLACE_COLUMNS, 'p')}
        from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as e (id uuid, places jsonb)
       cross join jsonb_populate_recordset(null::video_places, e.places) p
    on conflict do nothing`.execute(tx)
  // Another try of an open row is no hurry: the world may know its place here.
  await sql`
    insert into app.identify_tries (user_id, video_id, next_try_at)
      select v.user_id, v.id, now() + case when v.identify_state = 'running'
               then make_interval(secs => (r.before + row_number() over () - 1) * ${60 / perMinute}::float8)
               else interval '1 day' end
        from videos v cross join (
          select count(*) as before from videos v
           where v.user_id = ${userId} and v.identify_state = 'running' and not ${isFresh}) r
       where v.user_id = ${userId} and ${isFresh} and v.identify_state <> 'identified'`.execute(tx)
  // Updated last, because every change of a video updates these counts after the video.
  await sql`
    with noted as (
      update import_items i
         set video_id = v.id, state = case when ${isFresh} or was.state = 'added' then 'added' else 'known' end
        from ${given}
        join import_items was
          on was.user_id = ${userId} and was.import_id = ${id} and was.canonical_url = g.canonical_url
        join videos v on v.user_id = ${userId} and v.canonical_url = g.canonical_url
       where i.user_id = was.user_id and i.import_id = was.import_id and i.position = was.position
      returning was.state as was, i.state as now, v.identify_state as identified
    )
    update imports m
       set waiting = m.waiting - c.waited, known = m.known + c.known, reading = m.reading + c.reading,
           identified = m.identified + c.identified, open = m.open + c.open
      from (
        select count(*) filter (where was in ('new', 'written')) as waited,
               count(*) filter (where now = 'known') - count(*) filter (where was = 'known') as known,
               count(*) filter (where is_added and identified = 'running') as reading,
               count(*) filter (where is_added and identified = 'identified') as identified,
               count(*) filter (where is_added and identified in ('question', 'unidentified')) as open
          from (select *, now = 'added' and was <> 'added' as is_added from noted) n
      ) c
     where m.user_id = ${userId} and m.id = ${id}`.execute(tx)
  return fresh.length
}

/** Adds the words about places that the person has said nothing about; returns the ids of these places. */
export async function restorePlaces(
  tx: Tx,
  { userId }: OwnImport,
  { places, at }: { readonly places: readonly ArchivedPlace[]; readonly at: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into user_places (user_id, place_id, place_name, want, visited_on, own_rating, note, dish, created_at, updated_at)
      select distinct on (p.id) ${userId}::uuid, p.id, g.place_name, g.want, g.visited_on, g.own_rating, g.note, g.dish,
             g.created_at, ${at}
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
             as g (place_id text, video text, place_name text, want boolean, visited_on date[], own_rating float8,
                   note text, dish text, created_at timestamptz)
        left join videos v on v.user_id = ${userId} and v.canonical_url = g.video
       cross join lateral (select coalesce(g.place_id, v.id::text) as id) p
       where p.id is not null
    on conflict do nothing
    returning place_id as id`.execute(tx)
  return ids(rows)
}

/**
 * The person's list for one of the archive: the built-in one of its kind, or their own of its name, except those in
 * `made`. Null when there is none.
 */
export async function findList(
  tx: Tx,
  { userId }: OwnImport,
  { kind, name, created_at: since }: ArchivedList,
  made: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from video_lists
     where user_id = ${userId} and kind = ${kind} and id <> all (${[...made]}::uuid[])
       and (kind <> 'custom' or lower(btrim(name)) = lower(btrim(${name})))
     order by created_at = ${since} desc, created_at limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

export async function makeList(tx: Tx, { userId }: OwnImport, list: ArchivedList): Promise<string> {
  const { name, description, visibility, position, share_options: options, created_at: since } = list
  const { id } = await tx
    .insertInto('video_lists')
    .values({
      user_id: userId,
      name,
      description,
      visibility,
      position,
      share_options: JSON.stringify(options),
      created_at: since,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds the videos of a list of the archive that the person's list does not have. */
export async function fillList(
  tx: Tx,
  { userId, id }: OwnImport,
  list: string,
  { videos }: ArchivedEntries,
): Promise<void> {
  await sql`
    with put as (
      insert into list_videos (list_id, video_id, user_id, added_by, position, created_at)
        select ${list}::uuid, v.id, ${userId}::uuid, ${userId}::uuid, g.position, g.created_at
          from jsonb_to_recordset(${JSON.stringify(videos)}::jsonb) as g (video text, position float8, created_at timestamptz)
          join videos v on v.user_id = ${userId} and v.canonical_url = g.video and v.identify_state = 'identified'
      on conflict do nothing
      returning video_id
    )
    insert into import_entries (user_id, import_id, list_id, video_id, position, is_in_list)
      select ${userId}, ${id}, ${list}::uuid, video_id, 0, true from put`.execute(tx)
}

/** Adds the person's own comments under their list; returns the ids of new ones. */
export async function restoreComments(
  tx: Tx,
  { userId }: OwnImport,
  list: string,
  { comments }: ArchivedEntries,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into list_comments (user_id, list_id, body, created_at)
      select ${userId}, ${list}::uuid, g.body, g.created_at
        from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb) as g (body text, created_at timestamptz)
       where not exists (select from list_comments c where c.user_id = ${userId} and c.list_id = ${list}::uuid
                            and c.body = g.body and c.created_at = g.created_at)
    returning id`.execute(tx)
  return ids(rows)
}

/**
 * Adds corrections that teach, for this person alone: only a network that we saw counts towards an agreement with others.
 * Notes for the operator of the other Antojo are left out.
 */
export async function restoreCorrections(
  tx: Tx,
  { userId }: OwnImport,
  corrections: readonly ArchivedCorrection[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into corrections (user_id, video_id, canonical_url, platform, creator_name, from_place_id, to_place_id,
                             restaurant_name, restaurant_location, created_at, creator, name, name_key, located_by)
      select ${userId}, v.id, g.canonical_url, g.platform, g.creator_name, g.from_place_id, g.to_place_id,
             g.restaurant_name, g.restaurant_location, g.created_at, g.creator, g.name, g.name_key, g.located_by
        from jsonb_to_recordset(${JSON.stringify(corrections)}::jsonb)
             as g (video text, canonical_url text, platform text, creator_name text, from_place_id text,
                   to_place_id text, restaurant_name text, restaurant_location text, created_at timestamptz,
                   creator text, name text, name_key text, located_by text[])
        left join videos v on v.user_id = ${userId} and v.canonical_url = g.video
       where g.name_key is not null
    on conflict do nothing
    returning id`.execute(tx)
  return ids(rows)
}

/** True when the person had no settings yet. */
export async function restoreSettings(
  tx: Tx,
  { userId }: OwnImport,
  { settings, at }: { readonly settings: Settings; readonly at: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into user_settings (user_id, updated_at, ${named(SETTINGS_COLUMNS)})
      select ${userId}, ${at}, ${named(SETTINGS_COLUMNS, 'g')}
        from jsonb_populate_record(null::user_settings, ${JSON.stringify(settings)}::jsonb) g
    on conflict do nothing returning user_id`.execute(tx)
  return rows.length > 0
}

export async function hasPicture(tx: Tx, { userId }: OwnImport): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and avatar_url is not null`.execute(tx)
  return rows.length > 0
}

/** Ends the import: its rows are restored. */
export async function endRestoring(tx: Tx, { userId, id }: OwnImport, line: number): Promise<void> {
  await sql`
    update imports set state = 'done', archive = null, waiting = 0
     where user_id = ${userId} and id = ${id} and coalesce((made ->> 'line')::int, 0) = ${line}`.execute(tx)
}

/** Removes the rows that an archive became, after its videos and entries of lists; what the person changed since stays. */
export async function removeRestored(tx: Tx, { userId, id }: OwnImport): Promise<void> {
  const found = await tx
    .selectFrom('imports')
    .select('made')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  const made = progress.nullable().parse(found?.made ?? null)
  if (made === null) return
  const own = sql`user_id = ${userId}`
  await sql`delete from list_comments where ${own} and id = any (${made.comments}::uuid[])`.execute(tx)
  await sql`
    delete from corrections
     where ${own} and id = any (${made.corrections}::uuid[]) and name_key is not null`.execute(tx)
  await sql`
    delete from user_places
     where ${own} and place_id = any (${made.places}) and updated_at <= ${made.at}`.execute(tx)
  await sql`
    delete from video_lists l where ${own} and id = any (${made.lists}::uuid[])
       and not exists (select from list_videos e
                        where e.user_id = l.user_id and e.list_id = l.id)`.execute(tx)
  if (made.settings)
    await sql`delete from user_settings where ${own} and updated_at <= ${made.at}`.execute(tx)
  if (made.picture !== null)
    await sql`
      with gone as (delete from user_pictures where ${own} and updated_at <= ${made.picture} returning user_id)
      update users set avatar_url = null where id in (select user_id from gone)`.execute(tx)
}
