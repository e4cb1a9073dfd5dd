import type { Tx } from '@antojo/db/database'
import { WEAK_REASONS } from '@antojo/domain/analysis'
import { sql } from 'kysely'
import { NOT_HINTS } from '../../../identify/evidence/person-words.ts'
import { endWhenEmpty, isAreaPending, type OwnImport } from '../adding/repo.ts'

/** Back-off between the readings of a post; afterwards only the person can have it read. */
const PAUSES = ['10 minutes', '1 hour', '6 hours', '1 day', '3 days', '7 days', '14 days', '30 days'] as const
/** A platform of which all posts fail for so long, or the lack of a network, does not hold the end of an import up. */
const PATIENCE = sql`interval '3 minutes'`

const nextReading = sql`now() + (${[...PAUSES]}::interval[])[least(i.tries + 1, ${PAUSES.length})]`

/** True while posts of the entry's platform fail, and none is read. */
const isPlatformResting = sql`exists (
    select from import_items f
     where f.user_id = i.user_id and f.import_id = i.import_id and f.platform = i.platform
       and f.failed_at > now() - ${PATIENCE})
  and not exists (
    select from import_items r
     where r.user_id = i.user_id and r.import_id = i.import_id and r.platform = i.platform
       and r.read_at > now() - ${PATIENCE})`

/** An area that is not being fetched, because the bucket is backed off. */
const isAreaResting = sql`exists (select from place_areas a where a.id = i.waits_for and a.state <> 'running')
  and exists (
    select from place_areas b
     where b.state = 'failed' and b.of_bucket and b.next_try_at > now() and b.next_try_at < 'infinity')`

/**
 * Puts off what cannot be read or fetched now, so that the import ends with what it has; what was put off and is due
 * again waits to be read or judged, at most `max` posts at once.
 */
export async function putOffAndResume(tx: Tx, own: OwnImport, max: number): Promise<void> {
  const { userId, id } = own
  const ofImport = sql`i.user_id = ${userId} and i.import_id = ${id}`
  await sql`
    update imports set ended_at = now()
     where user_id = ${userId} and id = ${id} and state = 'done' and reading = 0 and ended_at is null`.execute(
    tx,
  )
  const { rows } = await sql<{ off: number; resumed: number }>`
    with off as (
      update import_items i
         set state = 'later', due_at = case when i.state <> 'written' then ${nextReading} end,
             tries = i.tries + (i.state = 'later')::integer
        from imports m
       where ${ofImport} and m.user_id = i.user_id and m.id = i.import_id and (
         (i.state = 'new' and m.started_at < now() - ${PATIENCE} or i.state = 'later' and i.due_at <= now())
           and i.place_url is null and ${isPlatformResting}
         or i.state = 'written' and ${isAreaPending} and ${isAreaResting})
      returning i.position
    ), resumed as (
      update import_items i set state = case when i.due_at is null then 'written' else 'new' end
       where ${ofImport} and i.state = 'later' and not exists (select from off where off.position = i.position)
         and (i.due_at is null and not (${isAreaPending}) or i.position in (
           select i.position from import_items i
            where ${ofImport} and i.state = 'later' and i.due_at <= now() and not (${isPlatformResting})
            order by i.position limit ${max}))
      returning i.position
    )
    select (select count(*)::int from off) as off, (select count(*)::int from resumed) as resumed`.execute(tx)
  const { off = 0, resumed = 0 } = rows[0] ?? {}
  if (off + resumed === 0) return
  await sql`
    update imports m set later = c.later, waiting = c.waiting
      from (select count(*) filter (where i.state = 'later') as later,
                   count(*) filter (where i.state in ('new', 'written')) as waiting
              from import_items i where ${ofImport}) c
     where m.user_id = ${userId} and m.id = ${id}`.execute(tx)
  await endWhenEmpty(tx, own)
}

/** After a try: true for a row whose post was read. */
const wasRead = sql`(exists (select from analyses a where a.id = v.analysis_id and a.state = 'done')
  or v.identify_reason = any (${[...WEAK_REASONS]}))`

/**
 * Takes an added post that names no place, or that could not be read, out of the collection, back to the report of its
 * import. A row about which the person said something stays.
 */
export async function takeBack(
  tx: Tx,
  { userId, videoId }: { readonly userId: string; readonly videoId: string },
): Promise<void> {
  // The person may say something of it meanwhile, which must not be deleted with it.
  await sql`select from videos where user_id = ${userId} and id = ${videoId} for update`.execute(tx)
  const ofVideo = sql`i.user_id = ${userId} and i.video_id = ${videoId} and i.state = 'added'
    and v.user_id = i.user_id and v.id = i.video_id`
  await sql`
    update import_items i set read_at = now() from videos v where ${ofVideo} and ${wasRead}`.execute(tx)
  const { rows } = await sql<{ importId: string; state: string }>`
    update import_items i
       set state = case when ${wasRead} or i.tries >= ${PAUSES.length} then 'nameless' else 'later' end,
           video_id = null, reason = v.identify_reason, tries = i.tries + 1, due_at = ${nextReading},
           failed_at = case when not ${wasRead} then now() else i.failed_at end
      from videos v join app.identify_tries t on t.user_id = v.user_id and t.video_id = v.id
     where ${ofVideo} and not i.is_by_hand and v.identify_state = 'unidentified'
       and not exists (select from list_videos l where l.video_id = v.id)
       and i.platform <> 'Other' and i.place_url is null and t.waits_for is null
       and t.hints - ${[...NOT_HINTS]}::text[] = '{}'
    returning i.import_id as "importId", i.state`.execute(tx)
  const [taken] = rows
  if (!taken) return
  await sql`delete from videos where user_id = ${userId} and id = ${videoId}`.execute(tx)
  const isLater = taken.state === 'later' ? 1 : 0
  await sql`
    update imports set open = open - 1, later = later + ${isLater}, nameless = nameless + ${1 - isLater}
     where user_id = ${userId} and id = ${taken.importId}`.execute(tx)
}
