import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/** The most changed places whose people are told in one transaction. */
const MAX_TOLD = 500

/**
 * Makes the tries due that wait for the fetch of one of these areas. Clears `tried_with`, because a small area may not change
 * `indexRevision`.
 */
export async function endWaiting(tx: Tx, areaIds: readonly string[]): Promise<void> {
  await sql`
    update app.identify_tries set next_try_at = now(), tried_with = null
     where waits_for = any (${[...areaIds]}::bigint[])`.execute(tx)
}

/**
 * Tells the people who saved one of the next changed places what became of it. Their videos and notes stay as they are.
 * Returns the number of changes; 0 when all have been told.
 */
export async function tellSome(tx: Tx): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    with batch as (
      select c.area_id, c.place_id, c.kinds, p.source || ':' || p.source_id as id, p.name, p.lat, p.lng, a.source, a.release
        from place_changes c join place_areas a on a.id = c.area_id left join places p on p.id = c.place_id
       where not c.is_told order by c.area_id, c.place_id limit ${MAX_TOLD} for update of c skip locked),
    told as (
      update place_changes c set is_told = true from batch b
       where c.area_id = b.area_id and c.place_id = b.place_id returning c.place_id),
    news as (
      select id, case when kinds && '{closed,moved,renamed,back}' then jsonb_strip_nulls(jsonb_build_object(
               'closed', case when 'closed' = any (kinds) then true end,
               'back', case when 'back' = any (kinds) then true end,
               'name', case when 'renamed' = any (kinds) then name end,
               'lat', case when 'moved' = any (kinds) then lat end,
               'lng', case when 'moved' = any (kinds) then lng end,
               'source', source, 'release', release)) end as news
        from batch where kinds && '{closed,moved,renamed,back,undone}'),
    wanted as (
      select distinct on (v.user_id, n.id) v.user_id, n.id, v.restaurant_name, n.news
        from news n join videos v on v.enrich_place_id = n.id and v.identify_state = 'identified' and not v.is_diagnostic),
    written as (
      insert into user_places as own (user_id, place_id, place_name, news)
      select user_id, id, restaurant_name, news from wanted where news is not null
      on conflict (user_id, place_id) do update
        set news = coalesce(own.news, '{}') - '{closed,back}'::text[] || excluded.news, is_news_seen = false),
    ended as (
      update user_places own set news = null from wanted w
       where w.news is null and own.user_id = w.user_id and own.place_id = w.id and own.news is not null)
    select count(*)::int as told from told`.execute(tx)
  return rows[0]?.told ?? 0
}
