import { basename } from 'node:path'
import type pg from 'pg'
import { readCities } from '../gazetteer/cities.ts'
import { DENUE } from './formats/denue.ts'
import { createLocator } from './locate.ts'
import { readCsv } from './formats/read-csv.ts'
import type { CsvMapping } from './formats/read-csv.ts'
import { readGeojson } from './formats/read-geojson.ts'
import { readJsonl } from './formats/read-jsonl.ts'
import { readOsmPbf } from './formats/read-osm-pbf.ts'
import { readOverpass } from './formats/read-overpass.ts'
import { readParquet } from './formats/read-parquet.ts'
import type { PlaceRecord } from './record.ts'
import { importPlaces } from './run-import.ts'
import type { ImportOptions, ImportProgress } from './run-import.ts'

/** Formats that `importFile` reads. */
export const FORMATS = ['jsonl', 'geojson', 'overpass', 'osm-pbf', 'csv', 'denue', 'parquet'] as const
export type Format = (typeof FORMATS)[number]

export interface FileOptions extends ImportOptions {
  /** Told from the file's name when absent. */
  readonly format?: Format
  /** Name of the source, e.g. `osm-madrid`; JSONL lines carry their own, which this replaces. */
  readonly source?: string
  /** For `csv`: which column is which; without it the usual names are looked for. */
  readonly mapping?: CsvMapping
}

export type ImportResult =
  | { readonly ok: true; readonly progress: ImportProgress }
  | {
      readonly ok: false
      readonly reason: 'unknown_format' | 'file_not_found' | 'unreadable'
      readonly detail: string
    }

/**
 * What `antojo places import FILE` does. Safe to repeat: rows are told apart by (source, source id) and unchanged
 * ones are not written. Batches merged before a failure stay. Throws when the database fails.
 */
export async function importFile(
  pool: pg.Pool,
  path: string,
  options: FileOptions = {},
): Promise<ImportResult> {
  const format = options.format ?? formatOf(path)
  if (format === null)
    return { ok: false, reason: 'unknown_format', detail: `known are ${FORMATS.join(', ')}` }
  try {
    const records = READERS[format](path, options)
    const groups = SPARSE.has(format) ? located(records) : records
    return { ok: true, progress: await importPlaces(pool, groups, options) }
  } catch (error) {
    if (!(error instanceof Error) || 'severity' in error || error.name === 'AbortError') throw error
    if ('code' in error && error.code === 'ENOENT')
      return { ok: false, reason: 'file_not_found', detail: path }
    return { ok: false, reason: 'unreadable', detail: error.message }
  }
}

/** The format a file's name tells, with or without `.gz`; null when it tells none. */
export function formatOf(path: string): Format | null {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '')
  const ending = ENDINGS.find(([pattern]) => pattern.test(name))
  return ending?.[1] ?? null
}

const ENDINGS: readonly (readonly [RegExp, Format])[] = [
  [/\.(?:jsonl|ndjson)$/, 'jsonl'],
  [/\.geojson$/, 'geojson'],
  [/\.(?:json|overpass)$/, 'overpass'],
  [/\.pbf$/, 'osm-pbf'],
  [/\.parquet$/, 'parquet'],
  [/^denue.*\.csv$/, 'denue'],
  [/\.(?:csv|tsv)$/, 'csv'],
]

/** Formats whose rows often leave out the city or the country, which their point tells. */
const SPARSE: ReadonlySet<Format> = new Set(['geojson', 'overpass', 'osm-pbf', 'csv'])

async function* located(
  groups: AsyncIterable<(PlaceRecord | null)[]>,
): AsyncGenerator<(PlaceRecord | null)[]> {
  const locate = createLocator(await readCities())
  for await (const group of groups) yield group.map((record) => record && locate(record))
}

type Reader = (path: string, options: FileOptions) => AsyncIterable<(PlaceRecord | null)[]>

const READERS: Readonly<Record<Format, Reader>> = {
  jsonl: (path, { source }) => readJsonl(path, source),
  geojson: (path, { source = 'osm' }) => readGeojson(path, source),
  overpass: (path, { source = 'osm' }) => readOverpass(path, source),
  'osm-pbf': (path, { source = 'osm' }) => readOsmPbf(path, source),
  csv: (path, { source, mapping }) => readCsv(path, source ?? nameOf(path), mapping && { mapping }),
  denue: (path, { source = 'denue' }) => readCsv(path, source, DENUE),
  parquet: (path, { source }) => readParquet(path, source),
}

/** `bares-2024.csv.gz` is the source `bares-2024` unless told otherwise. */
function nameOf(path: string): string {
  return basename(path).replace(/\..*$/, '').toLowerCase() || 'csv'
}
