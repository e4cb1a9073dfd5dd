import type pg from 'pg'
import { knownCredit, type SourceCredit } from './known-sources.ts'
import { loadWhole, type BatchTarget } from './write/load-whole.ts'
import { mergeBatch, prepareBatch } from './write/merge-batch.ts'
import { isRecord, type PlaceRecord, type ReadRow, type SkipReason } from './record.ts'

const BATCH = 20_000

/** The number of batches that are in progress at once, prepared or being written: Postgres uses a core for each. */
const WRITERS = 2

/** An index of at most this many batches is replaced as a whole by an import of more than one. */
const SMALL_INDEX = 5

interface SkippedRows {
  readonly reason: SkipReason
  readonly rows: number
  readonly example: string
}

/** The progress of an import; `seconds` counts from its start. */
export interface ImportProgress {
  readonly read: number
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  /** The skipped rows by reason, with the beginning of the first one. */
  readonly reasons: readonly SkippedRows[]
  readonly seconds: number
}

export interface ImportOptions {
  readonly credit?: SourceCredit
  readonly batchSize?: number
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Streams groups of records into the index; batches are read and prepared while others are written. Of records with the
 * same id in a batch, the last applies. A larger import into a small index is loaded as a whole or not at all
 * (load-whole.ts). Otherwise batches already merged remain when the import fails or is aborted, so a repeated import
 * passes over them at little cost.
 */
export async function importPlaces(
  pool: pg.Pool,
  groups: AsyncIterable<readonly ReadRow[]>,
  options: ImportOptions = {},
): Promise<ImportProgress> {
  const start = performance.now()
  const tally = { read: 0, inserted: 0, updated: 0, unchanged: 0, skipped: 0 }
  const reasons = new Map<SkipReason, SkippedRows>()
  const progress = (): ImportProgress => ({
    ...tally,
    reasons: [...reasons.values()],
    seconds: (performance.now() - start) / 1000,
  })
  const sources = new Set<string>()
  let chosen: Promise<BatchTarget> | null = null
  const write = async (records: readonly PlaceRecord[]): Promise<void> => {
    chosen ??= chooseTarget(pool, records.length, options.batchSize ?? BATCH)
    const result = await (await chosen).merge(records)
    tally.inserted += result.inserted
    tally.updated += result.updated
    tally.unchanged += result.unchanged
    options.onProgress?.(progress())
  }
  const seen = (row: ReadRow): void => {
    tally.read += 1
    if (isRecord(row)) {
      sources.add(row.source)
      return
    }
    tally.skipped += 1
    const { skipped: reason } = row
    const { rows, example } = reasons.get(reason) ?? { rows: 0, example: exampleOf(row.row) }
    reasons.set(reason, { reason, rows: rows + 1, example })
  }
  const target = async (): Promise<BatchTarget | null> => chosen
  try {
    await inBatches(groups, options, { seen, write })
    await (await target())?.finish()
  } catch (error) {
    await (await target())?.abandon()
    throw error
  }
  if (tally.inserted + tally.updated > 0) await refreshCounts(pool)
  for (const source of sources) await recordSource(pool, source, options.credit ?? knownCredit(source))
  return progress()
}

const MAX_EXAMPLE = 160

function exampleOf(row: unknown): string {
  return (typeof row === 'string' ? row : JSON.stringify(row)).slice(0, MAX_EXAMPLE)
}

const nothing = async (): Promise<void> => undefined

/** A full first batch suggests that more follow, so into a small index the import is loaded as a whole. */
async function chooseTarget(pool: pg.Pool, first: number, batchSize: number): Promise<BatchTarget> {
  const most = SMALL_INDEX * batchSize
  const { rowCount } = await pool.query(`select from places limit ${most + 1}`)
  if (first >= batchSize && (rowCount ?? 0) <= most) return loadWhole(pool)
  return { merge: (records) => mergeBatch(pool, prepareBatch(records)), finish: nothing, abandon: nothing }
}

interface BatchSink {
  readonly seen: (row: ReadRow) => void
  readonly write: (records: readonly PlaceRecord[]) => Promise<void>
}

async function inBatches(
  groups: AsyncIterable<readonly ReadRow[]>,
  options: ImportOptions,
  sink: BatchSink,
): Promise<void> {
  const size = options.batchSize ?? BATCH
  const writing = new Set<Promise<void>>()
  let batch: PlaceRecord[] = []
  const flush = async (): Promise<void> => {
    while (writing.size >= WRITERS) await Promise.race(writing)
    const task = sink.write(batch).finally(() => writing.delete(task))
    // The task is awaited below or by the next flush. Without a handler, an earlier failure would count as unhandled.
    task.catch(() => undefined)
    writing.add(task)
    batch = []
  }
  try {
    for await (const group of groups) {
      options.signal?.throwIfAborted()
      for (const row of group) {
        sink.seen(row)
        if (isRecord(row)) batch.push(row)
      }
      if (batch.length >= size) await flush()
    }
    if (batch.length > 0) await flush()
  } finally {
    await Promise.all(writing)
  }
}

/**
 * Recounts the words, deletes keys without places, refreshes the planner's statistics and merges the pending lists of
 * the indexes, which every look-up would otherwise read. The largest table runs beside the others, because Postgres
 * uses a core for each.
 */
export async function refreshCounts(pool: pg.Pool): Promise<void> {
  await Promise.all([settle(pool, ['places']), countWords(pool)])
}

async function countWords(pool: pg.Pool): Promise<void> {
  await pool.query('delete from place_keys where places <= 0')
  await pool.query(`
    with counted as (
      select token, count(*)::int names from place_keys, unnest(string_to_array(key, ' ')) token where whole group by token
      union all select '', count(*)::int from place_keys where whole
    ),
    gone as (
      delete from place_tokens t where not exists (select from counted c where c.token = t.token)
    )
    insert into place_tokens (token, names) select token, names from counted order by token
    on conflict (token) do update set names = excluded.names where place_tokens.names <> excluded.names`)
  await settle(pool, ['place_keys', 'place_tokens', 'place_names'])
}

async function settle(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) await pool.query(`vacuum (analyze) ${table}`)
}

/** Counts a source's places and stores its credit. */
export async function recordSource(pool: pg.Pool, source: string, credit?: SourceCredit): Promise<void> {
  await pool.query(
    `insert into place_sources (source, title, licence, url, places)
     values ($1, coalesce($2, $1), $3, $4, (select count(*) from places where source = $1 and closed_at is null))
     on conflict (source) do update set places = excluded.places, imported_at = now(),
       title = coalesce($2, place_sources.title), licence = coalesce($3, place_sources.licence), url = coalesce($4, place_sources.url)`,
    [source, credit?.title ?? null, credit?.licence ?? null, credit?.url ?? null],
  )
}
