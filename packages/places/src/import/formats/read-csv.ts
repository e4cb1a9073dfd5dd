import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { tableSeparator } from '@antojo/domain/transfer/table-separator'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { inGroups, openFile } from './read-lines.ts'
import { isRecord, readRecord, text, type RawFields, type ReadRow } from '../record.ts'

/** Common column names for each field of the JSONL format; case, accents and punctuation are ignored. */
const USUAL_NAMES = {
  source_id: 'sourceid id identificador codigo clave ref osmid',
  name: 'name nombre title titulo nombrecomercial rotulo establecimiento denominacion',
  lat: 'lat latitude latitud y',
  lng: 'lng lon long longitude longitud x',
  address: 'address direccion domicilio calle street addr',
  neighbourhood: 'neighbourhood neighborhood barrio colonia',
  city: 'city ciudad municipio localidad locality town poblacion',
  region: 'region provincia estado state comunidad departamento',
  country: 'country pais countrycode',
  postcode: 'postcode postalcode codigopostal cp zip',
  categories: 'categories category categoria tipo type actividad',
  cuisine: 'cuisine cocina',
  phone: 'phone telefono tel telephone',
  website: 'website web url www paginaweb',
  instagram: 'instagram',
  opening_hours: 'openinghours',
  opening_hours_text: 'openinghourstext horario horarios hours',
  description: 'description descripcion',
} as const
type CsvField = keyof typeof USUAL_NAMES

/** For each field: its column, several columns joined by a space, or a constant (`=MX`). */
export type CsvMapping = Readonly<Partial<Record<CsvField, string | readonly string[]>>>

export interface CsvLayout {
  readonly mapping?: CsvMapping
  /** False for rows that are left out. */
  readonly keep?: (row: RawFields) => boolean
  /** Computed fields; they take precedence over the mapping. */
  readonly facts?: (row: RawFields) => RawFields
}

const row = z.record(z.string(), z.string())

/**
 * Groups of records of a CSV file with a header line (`.gz` too). Detects comma, semicolon or tab, and UTF-8 or
 * Latin-1. Without a mapping the common column names in Spanish and English are used.
 */
export async function* readCsv(
  path: string,
  source: string,
  layout: CsvLayout = {},
): AsyncGenerator<ReadRow[]> {
  const head = await firstBytes(path)
  const parser = parse({
    bom: true,
    columns: true,
    delimiter: tableSeparator(new TextDecoder('latin1').decode(head)),
    encoding: isUtf8(head) ? 'utf8' : 'latin1',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  let mapping = layout.mapping
  for await (const group of inGroups(pipeline(openFile(path), parser, () => undefined)))
    yield group.flatMap((each) => {
      const fields = row.parse(each)
      mapping ??= usualMapping(Object.keys(fields))
      if (layout.keep?.(fields) === false) return []
      const read = readRecord({ ...mapped(fields, mapping), ...layout.facts?.(fields) }, source)
      return [isRecord(read) ? read : { ...read, row: fields }]
    })
}

/** Makes a record of fields whose columns have common names; `point` takes precedence. */
export function recordOfFields(
  fields: RawFields,
  { source, ...point }: { readonly source: string; readonly lat: number; readonly lng: number },
): ReadRow {
  const usual = mapped(fields, usualMapping(Object.keys(fields)))
  return readRecord({ ...fields, ...usual, ...point }, source)
}

function mapped(fields: RawFields, mapping: CsvMapping): RawFields {
  return Object.fromEntries(
    Object.entries(mapping).map(([field, column]) => {
      if (typeof column !== 'string')
        return [field, column.flatMap((each) => text(fields[each]) ?? []).join(' ')]
      return [field, column.startsWith('=') ? column.slice(1) : fields[column]]
    }),
  )
}

function usualMapping(columns: readonly string[]): CsvMapping {
  const mapping: Record<string, string> = {}
  const columnOf = new Map(columns.toReversed().map((column) => [plain(column), column]))
  for (const [field, names] of Object.entries(USUAL_NAMES)) {
    const column = names.split(' ').flatMap((name) => columnOf.get(name) ?? [])[0]
    if (column !== undefined) mapping[field] = column
  }
  return mapping
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

async function firstBytes(path: string): Promise<Uint8Array> {
  if (path.endsWith('.gz')) {
    for await (const chunk of openFile(path, 1 << 16)) return z.instanceof(Uint8Array).parse(chunk)
    return new Uint8Array()
  }
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1 << 16), 0, 1 << 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A character cut in two at the end of the sample is not an error. */
function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Parses `name=nombre,lat=latitud,country==MX,address=calle+numero`; null when it has an unknown field. */
export function parseCsvMapping(spec: string): CsvMapping | null {
  const mapping: Record<string, string | string[]> = {}
  for (const part of spec.split(',')) {
    const [, field = '', column = ''] = /^(\w+)=(.+)$/.exec(part.trim()) ?? []
    if (!Object.hasOwn(USUAL_NAMES, field)) return null
    mapping[field] = column.includes('+') && !column.startsWith('=') ? column.split('+') : column
  }
  return mapping
}
