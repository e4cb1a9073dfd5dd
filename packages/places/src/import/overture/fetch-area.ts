import { createHash } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import {
  type Extent,
  openParquet,
  type ParquetFile,
  readGroup,
  type WantedGroup,
  wantedGroups,
} from '../formats/read-parquet.ts'
import { readJsonl } from '../formats/read-jsonl.ts'
import { fieldsOf, isRecord, type ReadRow } from '../record.ts'
import { openRemote, type RemoteOptions } from '../remote/remote-file.ts'
import { importPlaces, type ImportProgress } from '../run-import.ts'
import { readRelease } from './release.ts'

/** The work of fetching an area, known before it starts. */
export interface AreaPlan {
  readonly release: string
  readonly extent: Extent
  readonly parts: readonly AreaPart[]
  /** Compressed bytes of all parts. */
  readonly bytes: number
  /** Places of all kinds in the parts; some of them lie outside the area. */
  readonly rows: number
  /** Estimated from the speed at which the footers were read. */
  readonly seconds: number
}

/** A row group of a file of the release. */
interface AreaPart {
  readonly url: string
  readonly parquet: ParquetFile
  readonly group: WantedGroup
}

export interface FetchProgress {
  readonly bytes: number
  readonly ofBytes: number
  readonly places: number
}

export interface FetchAreaOptions extends RemoteOptions {
  /**
   * The directory that caches the parts until all have been read, so that a repeated fetch continues where the last one
   * stopped.
   */
  readonly dir: string
  readonly onProgress?: (progress: FetchProgress) => void
}

/** The number of files whose footers are read in parallel. */
const FILES_AT_ONCE = 4

/** Finds the parts of a release (the newest, or the one with this id) that may contain places of the area. */
export async function planArea(
  base: string,
  extent: Extent,
  options: RemoteOptions & { readonly id?: string | undefined },
): Promise<AreaPlan> {
  const release = await readRelease(base, extent.box, options)
  const started = performance.now()
  let read = 0
  const onBytes = (bytes: number): void => {
    read += bytes
    options.onBytes?.(bytes)
  }
  const counting = { ...options, onBytes }
  const parts: AreaPart[] = []
  for (let start = 0; start < release.files.length; start += FILES_AT_ONCE) {
    const some = release.files.slice(start, start + FILES_AT_ONCE)
    parts.push(...(await Promise.all(some.map(({ url }) => partsOf(url, extent, counting)))).flat())
  }
  const bytes = parts.reduce((sum, { group }) => sum + group.bytes, 0)
  const rows = parts.reduce((sum, { group }) => sum + group.rowEnd - group.rowStart, 0)
  const bytesPerSecond = Math.max(1, read) / Math.max(0.001, (performance.now() - started) / 1000)
  const seconds = bytes / bytesPerSecond + rows * SECONDS_PER_ROW
  return { release: release.id, extent, parts, bytes, rows, seconds }
}

/** Estimated seconds per row for decoding and importing. */
const SECONDS_PER_ROW = 20e-6

async function partsOf(url: string, extent: Extent, options: RemoteOptions): Promise<AreaPart[]> {
  const parquet = await openParquet(await openRemote(url, options))
  return wantedGroups(parquet, extent).map((group) => ({ url, parquet, group }))
}

/**
 * Reads the parts of a plan and imports their places. The index changes only after all parts have been read. Safe to
 * repeat: it continues after the last part read. Throws `RemoteError`, and the errors of disk and database.
 */
export async function fetchArea(
  pool: pg.Pool,
  plan: AreaPlan,
  options: FetchAreaOptions,
): Promise<ImportProgress> {
  return withParts(plan, options, (groups) => importPlaces(pool, groups, { signal: options.signal }))
}

/** Reads the parts of a plan, as `fetchArea`, and gives their places to `take` once all have been read. */
export async function withParts<T>(
  plan: AreaPlan,
  { dir, onProgress, signal }: FetchAreaOptions,
  take: (groups: AsyncIterable<readonly ReadRow[]>) => Promise<T>,
): Promise<T> {
  const folder = join(dir, keyOf(plan))
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  let bytes = 0
  let places = 0
  for (const [number, part] of plan.parts.entries()) {
    signal?.throwIfAborted()
    const path = join(folder, `${String(number).padStart(5, '0')}.jsonl`)
    files.push(path)
    if (!(await exists(path))) places += await savePart(path, part, plan.extent)
    bytes += part.group.bytes
    onProgress?.({ bytes, ofBytes: plan.bytes, places })
  }
  const taken = await take(recordsOf(files))
  await rm(folder, { recursive: true, force: true })
  return taken
}

async function savePart(path: string, { parquet, group }: AreaPart, extent: Extent): Promise<number> {
  const records = await readGroup(parquet, group, extent)
  const lines = records.flatMap((record) =>
    isRecord(record) ? [`${JSON.stringify(fieldsOf(record))}\n`] : [],
  )
  try {
    await writeFile(`${path}.part`, lines)
    await rename(`${path}.part`, path)
  } catch (error) {
    // On a full disk the unfinished part would only take up space.
    await rm(`${path}.part`, { force: true })
    throw error
  }
  return lines.length
}

async function* recordsOf(files: readonly string[]): AsyncGenerator<ReadRow[]> {
  for (const file of files) yield* readJsonl(file)
}

function keyOf({ release, extent, parts }: AreaPlan): string {
  const what = JSON.stringify([extent, parts.map(({ url, group }) => [url, group.number])])
  return `${release.replaceAll(/[^\w.-]/g, '_')}-${createHash('sha256').update(what).digest('hex').slice(0, 16)}`
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
