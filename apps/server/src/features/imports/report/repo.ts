import type { Tx } from '@antojo/db/database'
import type { ImportReport, NamelessEntry } from '@antojo/contract/transfer/imports'
import { sql } from 'kysely'
import type { OwnImport } from '../adding/repo.ts'

const MAX_PLACES = 5_000
const MAX_QUESTIONS = 500
const MAX_WORDS = 400

/** The words of the file about an entry. */
const words = sql`left(coalesce(
    (select string_agg(t.text ->> 'text', E'\n') from jsonb_array_elements(i.texts) as t (text)
      where t.text ->> 'kind' in ('title', 'caption', 'description', 'message')), i.title, ''), ${MAX_WORDS})`

/** The places that an import added and its open questions; see `importReport`. */
export async function readReport(tx: Tx, { userId, id }: OwnImport): Promise<ImportReport> {
  const ofImport = sql`i.user_id = ${userId} and i.import_id = ${id} and i.state = 'added'`
  const places = await sql<ImportReport['places'][number]>`
    select v.id as "videoId", v.restaurant_name as name, v.restaurant_location as city,
           v.enrich_place_lat as lat, v.enrich_place_lng as lng
      from import_items i join videos v on v.user_id = i.user_id and v.id = i.video_id
     where ${ofImport} and v.identify_state = 'identified'
     order by i.position limit ${MAX_PLACES}`.execute(tx)
  const questions = await sql<ImportReport['questions'][number]>`
    select v.id as "videoId", ${words} as words, i.note
      from import_items i join videos v on v.user_id = i.user_id and v.id = i.video_id
     where ${ofImport} and v.identify_state = 'question'
     order by i.position limit ${MAX_QUESTIONS}`.execute(tx)
  return { places: places.rows, questions: questions.rows }
}

/** Entries of an import that name no place, after this position. */
export async function readNameless(
  tx: Tx,
  { userId, id }: OwnImport,
  { after, max }: { readonly after: number; readonly max: number },
): Promise<NamelessEntry[]> {
  const { rows } = await sql<NamelessEntry>`
    select i.position, i.video_url as url, ${words} as words, i.reason
      from import_items i
     where i.user_id = ${userId} and i.import_id = ${id} and i.state in ('nameless', 'later') and i.position > ${after}
     order by i.position limit ${max}`.execute(tx)
  return rows
}
