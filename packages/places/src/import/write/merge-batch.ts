import { hash } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '@antojo/db/in-transaction'
import { TEXT_COLUMNS, TEXT_FACTS } from '../../place.ts'
import { addressKeys } from '../../text/street-address.ts'
import { nameForms } from '../../text/name-forms.ts'
import { soundKey } from '@antojo/domain/spelling/phonetic-key'
import { copyRow, copyRows } from './copy-rows.ts'
import type { PlaceRecord } from '../record.ts'

/** The counts of a merged batch. */
export interface BatchResult {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
}

/** A batch as rows to copy. Preparing is separate from writing so that both run in parallel. */
export interface PreparedBatch {
  readonly places: readonly string[]
  readonly names: readonly string[]
}

/** The columns of a row of places, after its ordinal. */
export const COLUMNS = [
  'source, source_id, name, other_names, lat, lng, categories, cuisine',
  ...Object.values(TEXT_COLUMNS),
  'address_keys, digest',
].join(', ')

/** The columns of a row of names, after the ordinal of its place. */
export const NAME_COLUMNS =
  'key text collate "C", joined text collate "C", sound text collate "C", short boolean, handle boolean, ' +
  'lat double precision, lng double precision'

/**
 * Raise this when name-forms.ts, street-address.ts or nameKey change, so that the next import derives the keys again.
 */
const DERIVATION = '3'

/** Derives keys and rows, numbered from `first`; of records with the same (source, source_id) the last is kept. */
export function prepareBatch(records: readonly PlaceRecord[], first = 0): PreparedBatch {
  const byId = new Map(records.map((record) => [`${record.source}\n${record.sourceId}`, record]))
  const places: string[] = []
  const names: string[] = []
  for (const record of byId.values()) {
    const ordinal = first + places.length
    places.push(placeRow(record, ordinal))
    for (const form of nameForms(record)) {
      const joined = form.key.replaceAll(' ', '')
      const sound = soundKey(joined)
      const row = [
        ordinal,
        form.key,
        joined,
        sound === joined ? undefined : sound,
        form.short,
        form.handle,
        record.lat,
        record.lng,
      ]
      names.push(copyRow(row))
    }
  }
  return { places, names }
}

function placeRow(record: PlaceRecord, ordinal: number): string {
  const derived = record.address === undefined ? [] : addressKeys(record.address)
  return copyRow([
    ordinal,
    record.source,
    record.sourceId,
    record.name,
    record.otherNames,
    record.lat,
    record.lng,
    record.categories,
    record.cuisine,
    ...TEXT_FACTS.map((fact) => record[fact]),
    derived,
    hash('md5', DERIVATION + JSON.stringify(record), 'base64'),
  ])
}

/** Merges a batch in one transaction; merging it again changes nothing. Waits at most `waitMs` for other imports. */
export async function mergeBatch(
  pool: pg.Pool,
  batch: PreparedBatch,
  { waitMs = 0 } = {},
): Promise<BatchResult> {
  return inTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = ${waitMs}`)
    await stage(client, batch)
    return merge(client, batch.places.length)
  })
}

/** Puts a batch into `incoming` and `incoming_names`, temporary tables of the transaction. */
export async function stage(client: pg.PoolClient, batch: PreparedBatch): Promise<void> {
  await client.query(`
    create temporary table incoming on commit drop as select 0::bigint as ordinal, ${COLUMNS} from places with no data;
    create temporary table incoming_names (ordinal bigint, ${NAME_COLUMNS}) on commit drop`)
  await copyRows(client, `incoming (ordinal, ${COLUMNS})`, batch.places)
  await copyRows(client, 'incoming_names', batch.names)
}

/**
 * Writes new and changed rows of `incoming` into `places` (with `numbered`, their ordinals become ids) and records them
 * in the temporary table `changed`.
 */
export async function writePlaces(
  client: pg.PoolClient,
  size: number,
  { numbered = false } = {},
): Promise<BatchResult> {
  const assignments = COLUMNS.split(', ')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')
  await client.query(`
    create temporary table changed on commit drop as
    with written as (
      insert into places (${numbered ? 'id, ' : ''}${COLUMNS}) overriding system value
      select ${numbered ? 'ordinal, ' : ''}${COLUMNS} from incoming order by source, source_id
      on conflict (source, source_id) do update set ${assignments}, updated_at = now(), closed_at = null
        where places.digest is distinct from excluded.digest
      returning id, source, source_id, xmax = 0 as inserted
    )
    select i.ordinal, w.id, w.inserted from written w join incoming i using (source, source_id)`)
  const counted = await client.query<{ inserted: number; updated: number }>(
    'select count(*) filter (where inserted)::int inserted, count(*) filter (where not inserted)::int updated from changed',
  )
  const { inserted, updated } = counted.rows[0] ?? { inserted: 0, updated: 0 }
  return { inserted, updated, unchanged: size - inserted - updated }
}

/** Merges what was staged. */
export async function merge(client: pg.PoolClient, size: number): Promise<BatchResult> {
  const result = await writePlaces(client, size)
  const { inserted, updated } = result
  // Batches that only add lock their keys in one order and may run side by side; removing keys needs an exclusive lock.
  await client.query(
    `select pg_advisory_xact_lock${updated > 0 ? '' : '_shared'}(hashtext('antojo places import'))`,
  )
  if (updated > 0) await forgetNames(client)
  if (inserted + updated > 0) await writeNames(client)
  return result
}

/** Removes the old keys of updated places. */
async function forgetNames(client: pg.PoolClient): Promise<void> {
  await client.query(`
    with gone as (
      delete from place_names n using changed c where n.place_id = c.id and not c.inserted returning n.key
    )
    update place_keys k set places = k.places - g.places
    from (select key, count(*)::int places from gone group by key order by key) g where k.key = g.key`)
}

async function writeNames(client: pg.PoolClient): Promise<void> {
  await client.query(`
    insert into place_names (key, place_id, short, handle, lat, lng)
    select n.key, c.id, n.short, n.handle, n.lat, n.lng
    from incoming_names n join changed c using (ordinal) order by n.key`)
  await client.query(`
    insert into place_keys (key, joined, sound, places, whole)
    select n.key, min(n.joined), min(n.sound), count(*), bool_or(not n.short and not n.handle)
    from incoming_names n join changed c using (ordinal) group by n.key order by n.key
    on conflict (key) do update set places = place_keys.places + excluded.places, whole = place_keys.whole or excluded.whole`)
}
