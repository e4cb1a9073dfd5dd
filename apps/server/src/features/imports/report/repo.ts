import type { Tx } from '@antojo/db/database'
import type { ImportReport, NamelessEntry, namelessQuery } from '@antojo/contract/transfer/imports'
import { WEAK_REASONS } from '@antojo/domain/analysis'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../core/app-error.ts'
import type { OwnImport } from '../adding/repo.ts'

const MAX_PLACES = 5_000
const MAX_OPEN = 1_000
const MAX_WORDS = 400

/** The words of the file about an entry. */
const words = sql`left(coalesce(
    (select string_agg(t.text ->> 'text', E'\n') from jsonb_array_elements(i.texts) as t (text)
      where t.text ->> 'kind' in ('title', 'caption', 'description', 'message')), i.title, ''), ${MAX_WORDS})`

/** True for an entry whose post could not be opened, or is read later. */
const isUnread = sql`(i.state = 'later' or coalesce(i.reason <> all (${[...WEAK_REASONS]}), false))`

/** The result of an import; see `importReport`. */
export async function readReport(tx: Tx, { userId, id }: OwnImport): Promise<ImportReport> {
  const ofImport = sql`i.user_id = ${userId} and i.import_id = ${id}`
  const { rows } = await sql<ImportReport['counts']>`
    select m.identified, c.questions, m.open - c.questions as missing, c.unread,
           m.nameless + m.later - c.unread as nameless,
           m.known, m.deleted, m.reading + m.waiting as reading
      from imports m, lateral (
        select count(v.id)::int as questions, (count(*) filter (where v.id is null))::int as unread
          from import_items i
          left join videos v on i.state = 'added' and v.user_id = i.user_id and v.id = i.video_id
           and v.identify_state = 'question'
         where ${ofImport} and (v.id is not null or i.state in ('nameless', 'later') and ${isUnread})) c
     where m.user_id = ${userId} and m.id = ${id}`.execute(tx)
  const [counts] = rows
  if (!counts) throw new AppError('not_found', 'There is no such import.')
  const places = await sql<ImportReport['places'][number]>`
    select v.id as "videoId", coalesce(v.place_key, v.id::text) as key, coalesce(v.restaurant_name, v.title) as name,
           v.restaurant_location as city, v.restaurant_cuisine as cuisine, v.restaurant_rating as rating,
           v.enrich_place_lat as lat, v.enrich_place_lng as lng
      from import_items i join videos v on v.user_id = i.user_id and v.id = i.video_id
     where ${ofImport} and i.state in ('added', 'known') and v.identify_state = 'identified'
     order by i.position limit ${MAX_PLACES}`.execute(tx)
  const open = await sql<ImportReport['questions'][number] & { readonly isQuestion: boolean }>`
    select v.id as "videoId", ${words} as words, i.note, v.identify_state = 'question' as "isQuestion"
      from import_items i join videos v on v.user_id = i.user_id and v.id = i.video_id
     where ${ofImport} and i.state = 'added' and v.identify_state in ('question', 'unidentified')
     order by v.identify_state, i.position limit ${MAX_OPEN}`.execute(tx)
  const ofKind = (kind: boolean) =>
    open.rows.flatMap(({ isQuestion, ...row }) => (isQuestion === kind ? [row] : []))
  return { counts, places: places.rows, questions: ofKind(true), missing: ofKind(false) }
}

/** Entries of an import that are not in the collection, after this position. */
export async function readNameless(
  tx: Tx,
  { userId, id }: OwnImport,
  { after, of, max }: z.infer<typeof namelessQuery> & { readonly max: number },
): Promise<NamelessEntry[]> {
  const { rows } = await sql<NamelessEntry>`
    select i.position, i.video_url as url, ${words} as words, i.reason
      from import_items i
     where i.user_id = ${userId} and i.import_id = ${id} and i.state in ('nameless', 'later')
       and i.position > ${after} and ${isUnread} = ${of === 'unread'}
     order by i.position limit ${max}`.execute(tx)
  return rows
}

interface Answered {
  readonly userId: string
  readonly videoId: string
}

/** Ends the question of a row: its place is none of those that it was asked about. It stays in the collection. */
export async function dropQuestion(tx: Tx, { userId, videoId }: Answered): Promise<void> {
  await sql`
    with dropped as (
      update videos set identify_state = 'unidentified', identify_question = null, identify_reason = 'no_restaurant_name'
       where user_id = ${userId} and id = ${videoId} and identify_state = 'question'
      returning user_id, id)
    update import_items i set is_by_hand = true from dropped d
     where i.user_id = d.user_id and i.video_id = d.id and i.state = 'added'`.execute(tx)
}

/** Takes a post of which the person says that it names no place out of the collection, back to the report. */
export async function takeOut(tx: Tx, { userId, videoId }: Answered): Promise<void> {
  const { rows } = await sql<{ import_id: string }>`
    update import_items i set state = 'nameless', video_id = null, reason = 'not_a_restaurant_post'
      from videos v
     where i.user_id = ${userId} and i.video_id = ${videoId} and i.state = 'added'
       and v.user_id = i.user_id and v.id = i.video_id and v.identify_state in ('question', 'unidentified')
    returning i.import_id`.execute(tx)
  const [taken] = rows
  if (!taken) return
  await sql`delete from videos where user_id = ${userId} and id = ${videoId}`.execute(tx)
  await sql`
    update imports set open = open - 1, nameless = nameless + 1
     where user_id = ${userId} and id = ${taken.import_id}`.execute(tx)
}
