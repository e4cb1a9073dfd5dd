import { DatabaseError } from 'pg'
import type pg from 'pg'
import { copyRows } from './copy-rows.ts'
import {
  COLUMNS,
  NAME_COLUMNS,
  prepareBatch,
  stage,
  writePlaces,
  type BatchResult,
  type PreparedBatch,
} from './merge-batch.ts'
import type { PlaceRecord } from '../record.ts'
import { createNext, indexNext, replaceByNext } from './replace-table.ts'

/** The destination of an import's batches. */
export interface BatchTarget {
  merge(records: readonly PlaceRecord[]): Promise<BatchResult>
  /** Makes the merged batches permanent. */
  finish(): Promise<void>
  /** Undoes unfinished work. */
  abandon(): Promise<void>
}

/** The tables that are derived from `places`. */
const DERIVED = ['place_names', 'place_keys']

/**
 * A target for an import that is larger than the index. Everything runs in one transaction. The tables of names are
 * written once at its end, and their indexes built over them, instead of being maintained from batch to batch. Look-ups
 * use the old index until then, and it remains when the import fails or is killed.
 */
export async function loadWhole(pool: pg.Pool): Promise<BatchTarget> {
  const client = await pool.connect()
  const end = async (command: 'commit' | 'rollback'): Promise<void> => {
    try {
      await client.query(command)
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const abandon = (): Promise<void> => end('rollback').catch(() => undefined)
  let next = 0
  try {
    next = await begin(client)
  } catch (error) {
    await abandon()
    throw error
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    merge: (records) => {
      // Prepared now, while the previous batch is still being written.
      const batch = prepareBatch(records, next)
      next += batch.places.length
      const merged = last.then(() => mergeOne(client, batch))
      last = merged
      return merged
    },
    finish: async () => {
      await last
      await writeDerived(client)
      await client.query("select setval(pg_get_serial_sequence('places', 'id'), greatest($1, 1))", [next - 1])
      await end('commit')
    },
    abandon: async () => {
      await last.catch(() => undefined)
      await abandon()
    },
  }
}

/** Returns the first free id; no other writer uses ids until the end. */
async function begin(client: pg.PoolClient): Promise<number> {
  await client.query('begin')
  // Other imports write places too, so they wait for this lock; readers do not.
  await client.query('lock table places in share row exclusive mode')
  await client.query(`
    set local gin_pending_list_limit = '8MB';
    set local maintenance_work_mem = '256MB';
    set local work_mem = '128MB';
    create temporary table added on commit drop as select 0::bigint as ordinal, ${COLUMNS} from places with no data;
    create temporary table loaded_names (place_id bigint, ${NAME_COLUMNS}) on commit drop;
    create temporary table renewed (place_id bigint primary key) on commit drop`)
  const { rows } = await client.query<{ id: string }>(
    "select nextval(pg_get_serial_sequence('places', 'id')) as id",
  )
  return Number(rows[0]?.id)
}

const UNIQUE_VIOLATION = '23505'

/**
 * Most batches hold only new places, so existing rows are not read for them. Other batches are merged with existing
 * rows.
 */
async function mergeOne(client: pg.PoolClient, batch: PreparedBatch): Promise<BatchResult> {
  await client.query('savepoint batch')
  try {
    await copyRows(client, `added (ordinal, ${COLUMNS})`, batch.places)
    await client.query(
      `insert into places (id, ${COLUMNS}) overriding system value
       select ordinal, ${COLUMNS} from added`,
    )
    await client.query('truncate added')
    await copyRows(client, 'loaded_names', batch.names)
    return { inserted: batch.places.length, updated: 0, unchanged: 0 }
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
    await client.query('rollback to savepoint batch')
    return await mergeKnown(client, batch)
  } finally {
    await client.query('release savepoint batch').catch(() => undefined)
  }
}

async function mergeKnown(client: pg.PoolClient, batch: PreparedBatch): Promise<BatchResult> {
  await stage(client, batch)
  const result = await writePlaces(client, batch.places.length, { numbered: true })
  if (result.updated > 0)
    await client.query(`
      insert into renewed select id from changed where not inserted on conflict do nothing;
      delete from loaded_names l using changed c where l.place_id = c.id`)
  await client.query(`
    insert into loaded_names select c.id, n.key, n.joined, n.sound, n.short, n.handle, n.lat, n.lng
    from incoming_names n join changed c using (ordinal);
    drop table incoming, incoming_names, changed`)
  return result
}

async function writeDerived(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into loaded_names select n.place_id, n.key, k.joined, k.sound, n.short, n.handle, n.lat, n.lng
    from place_names n join place_keys k using (key) where n.place_id not in (select place_id from renewed)`)
  for (const table of DERIVED) await createNext(client, table)
  await client.query(`
    insert into place_names_next (key, place_id, short, handle, lat, lng)
    select key, place_id, short, handle, lat, lng from loaded_names order by key`)
  await client.query(`
    insert into place_keys_next (key, joined, sound, places, whole)
    select key, min(joined), min(sound), count(*), bool_or(not short and not handle)
    from loaded_names group by key order by key`)
  for (const table of DERIVED) await indexNext(client, table)
  await replaceByNext(client, DERIVED)
}
