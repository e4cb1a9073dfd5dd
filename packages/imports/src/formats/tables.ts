import { readMapsLink, isShortMapsLink } from '@antojo/domain/links/maps-link'
import { tableSeparator } from '@antojo/domain/transfer/table-separator'
import { CsvError, parse } from 'csv-parse/sync'
import {
  baseName,
  type Entry,
  type FormatReader,
  type Part,
  positionOf,
  type SourceFile,
  timeOf,
} from '../entries.ts'

type Rows = readonly (readonly string[])[]

/** YouTube's Takeout: one file of bare ids for each playlist. The history is another file, and is not read. */
export const youtubePlaylists: FormatReader = {
  format: 'youtube',
  files: /(?:^|\/)youtube[^/]*\/(?:[^/]+\/)*[^/]+\.csv$/iu,
  read: (file) => {
    const entries = rowsOf(file).flatMap(([id = '', time = '']): Entry[] => {
      const savedAt = timeOf(time)
      const isVideo = VIDEO_ID.test(id.trim()) && (savedAt !== null || time === '')
      return isVideo ? [{ url: `https://www.youtube.com/watch?v=${id.trim()}`, title: null, savedAt }] : []
    })
    // "Tacos-videos.csv", in Spanish "Tacos-vídeos.csv".
    const name = baseName(file.name).replace(/[-\s](?:v[ií]deos?|videos?)$/iu, '')
    return entries.length === 0 ? null : [{ kind: 'collection', name, entries }]
  },
}

const VIDEO_ID = /^[\w-]{11}$/u

/** Google's Takeout: one file for each saved list, with title, note and link. Labels are in the person's language. */
export const googleLists: FormatReader = {
  format: 'google',
  files: /(?:^|\/)Takeout\/[^/]+\/[^/]+\.csv$/iu,
  read: (file) => {
    const rows = rowsOf(file)
    const column = rows.map((row) => row.findIndex(isMapsLink)).find((index) => index > 0)
    if (column === undefined || columnsOf(rows)?.lat !== undefined) return null
    const entries = rows.flatMap((row): Entry[] => {
      const [name = ''] = row
      const url = row[column]?.trim() ?? ''
      if (!/^https?:/iu.test(url)) return []
      return [
        {
          url,
          title: null,
          savedAt: null,
          place: { name: name.trim() || null, address: null, position: null },
        },
      ]
    })
    return [{ kind: 'collection', name: baseName(file.name), entries }]
  },
}

function isMapsLink(cell: string): boolean {
  return isShortMapsLink(cell) || readMapsLink(cell) !== null
}

/** Any other table whose columns are named: a name with a position or an address, or a link. */
export const tables: FormatReader = {
  format: 'table',
  files: /\.(?:csv|tsv)$/iu,
  read: (file) => {
    const rows = rowsOf(file)
    const columns = columnsOf(rows)
    if (columns === null || !/\.(?:csv|tsv|txt)$/iu.test(file.name)) return null
    const parts = new Map<string, Entry[]>()
    for (const row of rows.slice(1)) {
      const cell = (column: keyof typeof COLUMNS) => row[columns[column] ?? -1]?.trim() || null
      const point = /POINT\s*\((?<lng>[-\d.]+)\s+(?<lat>[-\d.]+)/iu.exec(cell('wkt') ?? '')?.groups
      const position = positionOf(point?.['lat'] ?? cell('lat'), point?.['lng'] ?? cell('lng'))
      const place = { name: cell('name'), address: cell('address'), position }
      const isPlace =
        place.name !== null && (position !== null || place.address !== null || cell('url') === null)
      const list = cell('list') ?? ''
      const entries = parts.get(list) ?? []
      entries.push({
        url: cell('url'),
        title: place.name,
        savedAt: timeOf(cell('time')),
        ...(isPlace && { place }),
      })
      parts.set(list, entries)
    }
    return [...parts].map(([name, entries]): Part =>
      name === '' ? { kind: 'file', name: null, entries } : { kind: 'collection', name, entries },
    )
  },
}

/** Column names in the languages of people who use Antojo, and in those of the programs that write such files. */
const COLUMNS = {
  name: /^(?:name|title|place|nombre|t[ií]tulo|lugar|sitio|restaurante?|nom|titre|nome|titolo|titel)$/iu,
  url: /(?:^|\W)(?:url|link|enlace|lien|uri)(?:\W|$)/iu,
  lat: /^(?:lat|latitude|latitud|latitudine|breitengrad|y)$/iu,
  lng: /^(?:lng|lon|long|longitude|longitud|longitudine|l[äa]ngengrad|x)$/iu,
  wkt: /^(?:wkt|geometry|geometr[ií]a)$/iu,
  address: /^(?:address|full address|direcci[oó]n|domicilio|adresse|indirizzo|endere[cç]o)$/iu,
  list: /^(?:list|lista|collection|colecci[oó]n|folder|carpeta|liste)$/iu,
  time: /^(?:date|created|created_at|saved|fecha|time added|guardado)$/iu,
} as const

/** The columns by the header row; null when it names neither a link nor a name. */
function columnsOf(rows: Rows): Readonly<Partial<Record<keyof typeof COLUMNS, number>>> | null {
  const header = rows[0]?.map((cell) => cell.trim()) ?? []
  const indexOf = (pattern: RegExp) => {
    const index = header.findIndex((cell) => pattern.test(cell))
    return index === -1 ? undefined : index
  }
  const { name, url, lat, lng, wkt, address, list, time } = COLUMNS
  const found = {
    name: indexOf(name),
    url: indexOf(url),
    lat: indexOf(lat),
    lng: indexOf(lng),
    wkt: indexOf(wkt),
    address: indexOf(address),
    list: indexOf(list),
    time: indexOf(time),
  }
  const isTable = found.url !== undefined || (found.name !== undefined && header.length > 1)
  return isTable ? Object.fromEntries(Object.entries(found).filter(([, index]) => index !== undefined)) : null
}

const MAX_ROWS = 50_000

function rowsOf({ text }: SourceFile): Rows {
  const sample = text.slice(0, 10_000)
  // A text without any of these separators is not a table.
  if (!/[,;\t]/u.test(sample)) return []
  const layout = {
    bom: true,
    delimiter: tableSeparator(sample),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    to: MAX_ROWS,
  }
  try {
    return parse(text, layout)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quote was opened and never closed, so quotes are ordinary characters in this file.
    return parse(text, { ...layout, quote: false })
  }
}
