import type { Tx } from '@antojo/db/database'
import { ARCHIVE_ROWS, type ArchiveHeader, type ArchiveKind } from '@antojo/contract/transfer/archive'
import type { Schema } from '@antojo/db/schema'
import { DEFAULT_SETTINGS, sanitizeSettings, type Settings } from '@antojo/domain/settings'
import { type RawBuilder, sql } from 'kysely'

/** Tables with a column `user_id`. */
type PersonalTable = {
  [Table in keyof Schema]: 'user_id' extends keyof Schema[Table] ? Table : never
}[keyof Schema]

/** Secrets of links, what visitors report, and notes for undoing imports are not exported. */
type NotExported =
  | 'list_invites'
  | 'list_reports'
  | 'signup_invitations'
  | 'personal_tokens'
  | 'live_feeds'
  | 'imports'
  | 'import_items'
  | 'import_entries'

/** The part of the archive that has the rows of a table. The compiler reports a missing table. */
export const ARCHIVED_TABLES = {
  user_settings: 'settings',
  user_pictures: 'picture',
  videos: 'videos',
  video_places: 'videos',
  user_places: 'places',
  corrections: 'corrections',
  video_lists: 'lists',
  list_videos: 'lists',
  list_members: 'lists',
  list_comments: 'comments',
} as const satisfies Record<Exclude<PersonalTable, NotExported>, ArchiveKind | 'settings' | 'picture'>

export interface ArchivedRow {
  /** Where the row is in its order: a time and an id. */
  readonly at: string
  readonly id: string
  readonly row: unknown
}

const ROWS_AT_ONCE = 50

/** The person's next rows after `after`, the oldest first; none at the end. Row security applies. */
export async function readNextRows(
  tx: Tx,
  userId: string,
  kind: ArchiveKind,
  after: ArchivedRow | undefined,
): Promise<readonly ArchivedRow[]> {
  const beyond = after ? sql`where (at, id) > (${after.at}::timestamptz, ${after.id})` : sql.raw('')
  const { rows } = await sql<ArchivedRow>`
    select at::text, id, row from (${QUERIES[kind](userId)}) as of_person (at, id, row) ${beyond}
     order by at, id limit ${ROWS_AT_ONCE}`.execute(tx)
  return rows
}

const columns = (table: string, kind: ArchiveKind): RawBuilder<unknown> =>
  sql.join(columnsOf(ARCHIVE_ROWS[kind].shape).map((column) => sql.ref(`${table}.${column}`)))

/** The columns of the table that has the fields of a row. */
function columnsOf(shape: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(shape).filter((field) => !NO_COLUMNS.has(field))
}

const NO_COLUMNS = new Set(['places', 'video', 'members', 'videos', 'comments'])

export const VIDEO_COLUMNS = columnsOf(ARCHIVE_ROWS.videos.shape)
export const SHOWN_PLACE_COLUMNS = Object.keys(ARCHIVE_ROWS.videos.shape.places.element.shape)

const SHOWN_PLACES = sql.join(SHOWN_PLACE_COLUMNS.map((column) => sql.ref(`s.${column}`)))

/** The time, the id and the JSON of each row. */
const QUERIES: Readonly<Record<ArchiveKind, (userId: string) => RawBuilder<unknown>>> = {
  videos: (userId) => sql`
    select v.created_at, v.id::text, (
      select to_jsonb(r) from (
        select ${columns('v', 'videos')}, array(
          select to_jsonb(p) from (
            select ${SHOWN_PLACES} from video_places s
             where s.user_id = v.user_id and s.video_id = v.id order by s.position, s.place_id) p) as places) r)
      from videos v where v.user_id = ${userId} and not v.is_diagnostic`,
  places: (userId) => sql`
    select p.created_at, p.place_id, (
      select to_jsonb(r) from (
        select case when v.id is null then p.place_id end as place_id, v.canonical_url as video, p.place_name, p.want,
               p.visited_on, p.own_rating, p.note, p.dish, p.created_at) r)
      from user_places p
      left join videos v on v.user_id = p.user_id
       and v.id = case when p.place_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p.place_id::uuid end
     where p.user_id = ${userId}`,
  lists: (userId) => sql`
    select l.created_at, l.id::text, (
      select to_jsonb(r) from (
        select ${columns('l', 'lists')},
               array(select jsonb_build_object('name', m.display_name, 'access', m.access)
                       from list_people(l.id) m where m.access <> 'owner' order by m.created_at) as members,
               array(select jsonb_build_object('video', v.canonical_url, 'position', e.position, 'created_at', e.created_at)
                       from list_videos e join videos v on v.user_id = l.user_id and v.id = e.video_id
                      where e.user_id = l.user_id and e.list_id = l.id and not v.is_diagnostic
                      order by e.position, e.created_at desc, v.canonical_url) as videos,
               array(select jsonb_build_object('body', c.body, 'created_at', c.created_at)
                       from list_comments c where c.user_id = l.user_id and c.list_id = l.id
                      order by c.created_at, c.id) as comments) r)
      from video_lists l where l.user_id = ${userId}`,
  corrections: (userId) => sql`
    select c.created_at, c.id::text, (
      select to_jsonb(r) from (select v.canonical_url as video, ${columns('c', 'corrections')}) r)
      from corrections c left join videos v on v.user_id = c.user_id and v.id = c.video_id
     where c.user_id = ${userId}`,
  comments: (userId) => sql`
    select c.created_at, c.id::text, jsonb_build_object('body', c.body, 'created_at', c.created_at)
      from list_comments c
     where c.user_id = ${userId}
       and not exists (select from video_lists l where l.user_id = c.user_id and l.id = c.list_id)`,
}

export interface ArchivedPerson {
  readonly person: ArchiveHeader['person']
  /** Null when the person has never changed one. */
  readonly settings: Settings | null
  readonly picture: Buffer | null
}

/** The parts of the archive that are not rows. */
export async function readPerson(tx: Tx, userId: string): Promise<ArchivedPerson> {
  const { created_at: since, ...named } = await tx
    .selectFrom('users')
    .select(['display_name', 'email', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const settings = await tx
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const picture = await tx
    .selectFrom('user_pictures')
    .select('webp')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    person: { ...named, created_at: since.toISOString() },
    settings: settings ? sanitizeSettings(settings) : null,
    picture: picture?.webp ?? null,
  }
}

export const SETTINGS_COLUMNS = Object.keys(DEFAULT_SETTINGS)
