import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'
import { PLACE_OF_ROW, type PlaceOfRow } from '../add/repo.ts'
import { COLUMNS_OF_PLACE } from '../present.ts'

/** Moves the person's videos, visits and notes of one record of a place to the record that they have already. */
export async function unitePlaces(
  tx: Tx,
  userId: string,
  { gone, kept }: { readonly gone: string; readonly kept: string },
): Promise<void> {
  const columns = sql.join(COLUMNS_OF_PLACE.map((column) => sql.ref(column)))
  await sql`
    update videos set (${columns}) = (
      select ${columns} from videos known
       where known.user_id = ${userId} and known.enrich_place_id = ${kept} and known.identify_state = 'identified'
       order by known.created_at limit 1)
     where user_id = ${userId} and enrich_place_id = ${gone} and identify_state = 'identified'`.execute(tx)
  await sql`
    update video_places own set place_id = ${kept}
     where user_id = ${userId} and place_id = ${gone} and not exists (
       select from video_places other
        where other.user_id = own.user_id and other.video_id = own.video_id and other.place_id = ${kept})`.execute(
    tx,
  )
  await sql`delete from video_places where user_id = ${userId} and place_id = ${gone}`.execute(tx)
  await sql`select app.hand_over_place(${userId}, ${gone}, ${kept})`.execute(tx)
}

export interface PlaceOfPerson extends PlaceOfRow {
  readonly placeId: string
  readonly isChosen: boolean
}

/** The places of a person's collection, each once, the oldest first. */
export async function placesOf(tx: Tx, userId: string): Promise<readonly PlaceOfPerson[]> {
  const { rows } = await sql<PlaceOfPerson>`
    select * from (
      select distinct on (enrich_place_id) ${PLACE_OF_ROW}, created_at, decision = 'confirmed' as "isChosen" from videos
       where user_id = ${userId} and identify_state = 'identified' and not is_diagnostic and restaurant_name is not null
         and enrich_place_id is not null and enrich_place_lat is not null and enrich_place_lng is not null
       order by enrich_place_id, created_at
    ) as places order by created_at`.execute(tx)
  return rows
}

/** The next people, at most 100, whose places are to be compared; nobody once that was done for all. */
export async function peopleBefore(tx: Tx, after: string | null): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users
     where (${after}::uuid is null or id > ${after}::uuid)
       and exists (select from app.installation where twins_united_at is null)
     order by id limit 100`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function endPass(tx: Tx): Promise<void> {
  await sql`update app.installation set twins_united_at = now() where twins_united_at is null`.execute(tx)
}
