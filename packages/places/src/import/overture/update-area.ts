import { isSamePlace, type PlaceRecord } from '@antojo/domain/places/same-place'
import type pg from 'pg'
import type { KnownArea } from '../../areas.ts'
import { forgetNames, liesIn, lockImports } from '../../forget-places.ts'
import { inTransaction } from '@antojo/db/in-transaction'
import { isRecord, type RawFields, readRecord, type ReadRow } from '../record.ts'
import { RemoteError } from '../remote/remote-file.ts'
import { recordSource, refreshCounts } from '../run-import.ts'
import { copyRows } from '../write/copy-rows.ts'
import { merge, prepareBatch, stage } from '../write/merge-batch.ts'
import { type AreaPlan, type FetchAreaOptions, withParts } from './fetch-area.ts'

/** A point that moved by less is the same one, measured again. */
const MOVED_METRES = 50
/** A release that lacks more of an area is taken for a broken one, unless the area is small. */
const MAX_GONE_SHARE = 0.5
const FEW = 50

export type ChangeKind = 'new' | 'moved' | 'renamed' | 'closed' | 'replaced' | 'back' | 'changed'
/** The number of places by kind of change; a place may have moved and have another name. */
export type AreaChanges = Readonly<Partial<Record<ChangeKind, number>>>

/**
 * Brings a fetched area to the release of a plan and records what changed, in one transaction: an interrupted update
 * leaves the old area. A place that the release lacks is closed: its row stays, but nothing finds it.
 * Does nothing when the area has the release already or is gone.
 */
export async function updateArea(
  pool: pg.Pool,
  area: Pick<KnownArea, 'id' | 'source'>,
  plan: AreaPlan,
  options: FetchAreaOptions,
): Promise<AreaChanges> {
  const changes = await withParts(plan, options, (groups) =>
    inTransaction(pool, async (client) => {
      const size = await stageAll(client, groups)
      options.signal?.throwIfAborted()
      await lockImports(client)
      const { rowCount } = await client.query(
        'select from place_areas where id = $1 and release <> $2 for update',
        [area.id, plan.release],
      )
      if (rowCount === 0) return {}
      await mergeArea(client, area.id, size)
      await client.query(
        `update place_areas a set former_release = release, release = $2, bytes = $3, ${FETCHED} where id = $1`,
        [area.id, plan.release, plan.bytes],
      )
      return countChanges(client, area.id)
    }),
  )
  await refreshCounts(pool)
  await recordSource(pool, area.source)
  return changes
}

/** Brings back the area of before its last update. Returns the number of places that it changed; null without one. */
export async function undoUpdate(
  pool: pg.Pool,
  { id, source }: Pick<KnownArea, 'id' | 'source'>,
): Promise<number | null> {
  const restored = await inTransaction(pool, async (client) => {
    await lockImports(client)
    const { rowCount } = await client.query(
      'select from place_areas where id = $1 and former_release is not null for update',
      [id],
    )
    if (rowCount === 0) return null
    const { rows } = await client.query<{ before: RawFields | null }>(
      'select before from place_changes where area_id = $1',
      [id],
    )
    const open = rows.flatMap(({ before }) =>
      before === null || before['closed_at'] !== null ? [] : [before],
    )
    await merge(client, await stageAll(client, recordsOf(open)))
    await client.query('create temporary table gone (id bigint) on commit drop')
    await client.query(
      `with c as (select * from place_changes where area_id = $1),
       removed as (delete from places p using c where p.id = c.place_id and c.before is null returning p.id),
       closed as (
         update places p set closed_at = (c.before ->> 'closed_at')::timestamptz, ${UNFOUND}
           from c where p.id = c.place_id and c.before ->> 'closed_at' is not null returning p.id)
       insert into gone select id from removed union all select id from closed`,
      [id],
    )
    await forgetNames(client)
    await client.query(
      `update place_changes set kinds = '{undone}', before = null, is_told = false where area_id = $1`,
      [id],
    )
    await client.query(
      `update place_areas a set undone_release = release, release = former_release, former_release = null, ${FETCHED}
        where id = $1`,
      [id],
    )
    return rows.length
  })
  if (restored === null) return null
  await refreshCounts(pool)
  await recordSource(pool, source)
  return restored
}

/** SQL that takes a place out of the look-ups by address, and lets the next record of it be written. */
const UNFOUND = `digest = '', address_keys = '{}'`
/** SQL for an area `a` that has just been read. */
const FETCHED = `state = 'done', reason = null, of_bucket = false, tries = 0, changed_at = now(), updating_at = null,
  places = (select count(*) from places p where p.source = a.source and p.closed_at is null and ${liesIn('a')})`

async function* recordsOf(rows: readonly RawFields[]): AsyncGenerator<ReadRow[]> {
  yield rows.map((row) => readRecord(row))
}

/** Stages the records of all groups; of those with one id, the last counts. Returns their number. */
async function stageAll(client: pg.PoolClient, groups: AsyncIterable<readonly ReadRow[]>): Promise<number> {
  await stage(client, prepareBatch([]))
  let next = 0
  for await (const group of groups) {
    const batch = prepareBatch(group.filter(isRecord), next)
    next += batch.places.length
    await copyRows(client, 'incoming', batch.places)
    await copyRows(client, 'incoming_names', batch.names)
  }
  await client.query('analyze incoming')
  const { rowCount } = await client.query(
    'delete from incoming a using incoming b where a.source_id = b.source_id and a.ordinal < b.ordinal',
  )
  return next - (rowCount ?? 0)
}

async function mergeArea(client: pg.PoolClient, areaId: string, size: number): Promise<void> {
  await client.query(
    `create temporary table before on commit drop as
       select p.*, ${liesIn('a')} as is_inside from places p join place_areas a on a.id = ${BigInt(areaId)}
        where p.source = a.source and (${liesIn('a')} or p.source_id in (select source_id from incoming))
          for update of p`,
  )
  await merge(client, size)
  await client.query('create temporary table gone (id bigint) on commit drop')
  const { rowCount: gone } = await client.query(
    `with closed as (
       update places p set closed_at = now(), ${UNFOUND} from before b
        where p.id = b.id and b.closed_at is null and b.is_inside
          and not exists (select from incoming i where i.source_id = b.source_id)
       returning p.id)
     insert into gone select id from closed`,
  )
  await refuseBroken(client, gone ?? 0)
  await forgetNames(client)
  await client.query('delete from place_changes where area_id = $1', [areaId])
  await client.query(
    `insert into place_changes (area_id, place_id, kinds, before)
     select $1::bigint, c.id, case when b.id is null then '{new}' when cardinality(kinds) = 0 then '{changed}' else kinds end,
            to_jsonb(b) - 'is_inside'
       from changed c join incoming i using (ordinal) left join before b on b.id = c.id
       cross join lateral (select array_remove(array[
         case when b.closed_at is not null then 'back' end,
         case when ${METRES} > ${MOVED_METRES} then 'moved' end,
         case when b.name <> i.name then 'renamed' end], null) as kinds) k
     union all
     select $1, b.id, case when b.id = any ($2::bigint[]) then '{replaced}'::text[] else '{closed}' end, to_jsonb(b) - 'is_inside'
       from gone join before b using (id)`,
    [areaId, await replacedIds(client)],
  )
}

const METRES = `111195 * sqrt(power(b.lat - i.lat, 2)
  + power(least(abs(b.lng - i.lng), 360 - abs(b.lng - i.lng)) * cosd(b.lat), 2))`

/** The places that the publisher gave another id: that is no closure. */
async function replacedIds(client: pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string; was: PlaceRecord; is: PlaceRecord }>(
    `select b.id, to_jsonb(b) - 'source' as was, to_jsonb(i) - 'source' as is
       from gone join before b using (id) cross join changed c join incoming i using (ordinal)
      where abs(b.lat - i.lat) < 0.002 and ${METRES} < 200
        and (c.inserted or exists (select from before o where o.id = c.id and o.closed_at is not null))`,
  )
  return rows.filter(({ was, is }) => isSamePlace(was, is)).map(({ id }) => id)
}

async function refuseBroken(client: pg.PoolClient, gone: number): Promise<void> {
  const { rows } = await client.query<{ open: number }>(
    'select count(*)::int as open from before where closed_at is null and is_inside',
  )
  const open = rows[0]?.open ?? 0
  if (gone > FEW && gone > open * MAX_GONE_SHARE)
    throw new RemoteError('wrong_content', `The release lacks ${gone} of ${open} places of the area.`)
}

async function countChanges(client: pg.PoolClient, areaId: string): Promise<AreaChanges> {
  const { rows } = await client.query<{ counts: AreaChanges }>(
    `select coalesce(jsonb_object_agg(kind, places), '{}') as counts from (
       select kind, count(*) as places from place_changes, unnest(kinds) kind where area_id = $1 group by kind) counted`,
    [areaId],
  )
  return rows[0]?.counts ?? {}
}
