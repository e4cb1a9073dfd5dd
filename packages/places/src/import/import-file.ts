import { basename } from 'node:path'
import type pg from 'pg'
import { readGeojson } from './read-geojson.ts'
import { readJsonl } from './read-jsonl.ts'
import { readOverpass } from './read-overpass.ts'
import type { PlaceRecord } from './record.ts'
import { importPlaces } from './run-import.ts'
import type { ImportOptions, ImportProgress } from './run-import.ts'

/** Formats that `importFile` reads. */
export const FORMATS = ['jsonl', 'geojson', 'overpass'] as const
export type Format = (typeof FORMATS)[number]

export interface FileOptions extends ImportOptions {
  /** Told from the file's name when absent. */
  readonly format?: Format
  /** Name of the source, e.g. `osm-madrid`; JSONL lines carry their own, which this replaces. */
  readonly source?: string
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
 * ones are not written. Batches merged before a failure stay.
 */
export async function importFile(
  pool: pg.Pool,
  path: string,
  options: FileOptions = {},
): Promise<ImportResult> {
  const format = options.format ?? formatOf(path)
  if (format === null)
    return { ok: false, reason: 'unknown_format', detail: `known are ${FORMATS.join(', ')}` }
  const groups = READERS[format](path, options.source)
  try {
    return { ok: true, progress: await importPlaces(pool, groups, options) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ENOENT')
      return { ok: false, reason: 'file_not_found', detail: path }
    if ('severity' in error) throw error
    return { ok: false, reason: 'unreadable', detail: error.message }
  }
}

/** The format a file's name tells, with or without `.gz`; null when it tells none. */
export function formatOf(path: string): Format | null {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '')
  if (/\.(?:jsonl|ndjson)$/.test(name)) return 'jsonl'
  if (name.endsWith('.geojson')) return 'geojson'
  if (/\.(?:json|overpass)$/.test(name)) return 'overpass'
  return null
}

type Reader = (path: string, source?: string) => AsyncIterable<(PlaceRecord | null)[]>

const READERS: Readonly<Record<Format, Reader>> = {
  jsonl: readJsonl,
  geojson: (path, source = 'osm') => readGeojson(path, source),
  overpass: (path, source = 'osm') => readOverpass(path, source),
}
