import { basename } from 'node:path'
import type pg from 'pg'
import { isInBox } from '../geo.ts'
import { readCities } from '../gazetteer/cities.ts'
import { DENUE } from './formats/denue.ts'
import { createLocator } from './locate.ts'
import { readCsv, type CsvMapping } from './formats/read-csv.ts'
import { readGeojson } from './formats/read-geojson.ts'
import { readJsonl } from './formats/read-jsonl.ts'
import { readOsmPbf } from './formats/read-osm-pbf.ts'
import { readOverpass } from './formats/read-overpass.ts'
import { type Extent, readParquet } from './formats/read-parquet.ts'
import { fieldsOf, isRecord, type ReadRow } from './record.ts'
import { importPlaces, type ImportOptions, type ImportProgress } from './run-import.ts'

interface FormatReader {
  /** The file names of this format, in lower case and without `.gz`. */
  readonly files: RegExp
  /** True when rows often lack the city or the country, which are then derived from their point. */
  readonly isSparse?: boolean
  readonly read: (path: string, options: FileOptions) => AsyncIterable<ReadRow[]>
}

/** Formats that `importFile` reads. If a file name fits several, the first applies. */
const READERS = {
  jsonl: { files: /\.(?:jsonl|ndjson)$/, read: (path, { source }) => readJsonl(path, source) },
  geojson: {
    files: /\.geojson$/,
    isSparse: true,
    read: (path, { source }) => readGeojson(path, source, nameOf(path)),
  },
  overpass: {
    files: /\.(?:json|overpass)$/,
    isSparse: true,
    read: (path, { source = 'osm' }) => readOverpass(path, source),
  },
  'osm-pbf': {
    files: /\.pbf$/,
    isSparse: true,
    read: (path, { source = 'osm' }) => readOsmPbf(path, source),
  },
  denue: { files: /^denue.*\.csv$/, read: (path, { source = 'denue' }) => readCsv(path, source, DENUE) },
  csv: {
    files: /\.(?:csv|tsv)$/,
    isSparse: true,
    read: (path, { source, mapping }) => readCsv(path, source ?? nameOf(path), mapping && { mapping }),
  },
  parquet: { files: /\.parquet$/, read: (path, { source, extent }) => readParquet(path, source, extent) },
} as const satisfies Readonly<Record<string, FormatReader>>

export type Format = keyof typeof READERS
export const FORMATS: readonly Format[] = Object.keys(READERS).filter(isFormat)

function isFormat(name: string): name is Format {
  return name in READERS
}

export interface FileOptions extends ImportOptions {
  /** Derived from the file's name when absent. */
  readonly format?: Format
  /** Name of the source, such as `osm-madrid`; it replaces the source of JSONL lines. */
  readonly source?: string
  /** Only places inside it; a place whose country nobody knows is in none. */
  readonly extent?: Extent
  /** For `csv`: the column of each field; common column names by default. */
  readonly mapping?: CsvMapping
}

export type ImportResult =
  | { readonly ok: true; readonly progress: ImportProgress }
  | { readonly ok: false; readonly problem: string }

/**
 * Does the work of `antojo places import FILE`. Safe to repeat: rows are identified by (source, source id) and
 * unchanged ones are not written. Batches merged before a failure remain. Throws when the database fails.
 */
export async function importFile(
  pool: pg.Pool,
  path: string,
  options: FileOptions = {},
): Promise<ImportResult> {
  const format = options.format ?? formatOf(path)
  if (format === null)
    return { ok: false, problem: `its name says no format; give --format ${FORMATS.join('|')}` }
  try {
    const reader: FormatReader = READERS[format]
    const records = reader.read(path, options)
    const { extent = {} } = options
    const isLocated = reader.isSparse === true || extent.country !== undefined
    const groups = inside(isLocated ? located(records) : records, extent)
    return { ok: true, progress: await importPlaces(pool, groups, options) }
  } catch (error) {
    if (!(error instanceof Error) || 'severity' in error || error.name === 'AbortError') throw error
    return { ok: false, problem: error.message }
  }
}

/** The format of a file by its name, with or without `.gz`; null for an unknown name. */
export function formatOf(path: string): Format | null {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '')
  return FORMATS.find((format) => READERS[format].files.test(name)) ?? null
}

async function* located(groups: AsyncIterable<ReadRow[]>): AsyncGenerator<ReadRow[]> {
  const locate = createLocator(await readCities())
  for await (const group of groups) yield group.map((row) => (isRecord(row) ? locate(row) : row))
}

async function* inside(
  groups: AsyncIterable<ReadRow[]>,
  { box, country }: Extent,
): AsyncGenerator<ReadRow[]> {
  for await (const group of groups)
    yield group.map((row) => {
      if (!isRecord(row)) return row
      const isInside =
        (box === undefined || isInBox(row, box)) && (country === undefined || row.country === country)
      return isInside ? row : { skipped: 'elsewhere', row: fieldsOf(row) }
    })
}

/** `bares-2024.csv.gz` is the source `bares-2024`, unless the import names another. */
function nameOf(path: string): string {
  return basename(path).replace(/\..*/, '').toLowerCase() || 'csv'
}
