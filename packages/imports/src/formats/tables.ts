import { readPasted } from '@antojo/domain/links/find-urls'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import { readWritten } from '@antojo/domain/links/written-position'
import { type ChosenColumns, TABLE_COLUMNS } from '@antojo/domain/transfer/import-facts'
import type { Row } from '../csv.ts'
import {
  aboutPost,
  dayIn,
  daysIn,
  type Entry,
  type FormatReader,
  joined,
  namesIn,
  ofFile,
  positionOf,
  type SourceFile,
  timeOf,
  timeOfSerial,
} from '../entries.ts'
import { isLink, isMapsLink, postLinks } from '../known-links.ts'
import { addressIn } from '../read-entry.ts'
import { type Column, columnNamed, isOfPlace } from './columns.ts'

/** Any table of places or links: by the names of its columns, and by the links in its cells. */
export const tables: FormatReader = {
  format: 'table',
  files: /\.(?:csv|tsv)$/iu,
  read: (file) => {
    if (!/\.(?:csv|tsv|txt)$/iu.test(file.name) && file.json() === undefined) return null
    const { rows, beyond } = file.table()
    const layout = layoutOfFile(file, rows)
    if (layout === null) return null
    return ofFile(
      rows.slice(layout.first).map((row) => entryOf(row, layout)),
      beyond,
    )
  },
}

/** The header of a table and the columns that are read, for the person to correct; null for another file. */
export function columnsOf(file: SourceFile): TableColumns | null {
  const { rows } = file.table()
  const layout = layoutOfFile(file, rows)
  if (layout === null || layout.first === 0) return null
  const note = layout.named.indexOf('note')
  const read = { ...layout.columns, ...(note !== -1 && { note }) }
  const columns = Object.fromEntries(
    TABLE_COLUMNS.map((name) => [name, read[name]] as const).filter(([, at]) => at !== undefined),
  )
  const shown = rows
    .slice(0, 1 + FIRST_ROWS)
    .map((row) => row.slice(0, MAX_HEADER).map((cell) => cell.slice(0, MAX_CELL)))
  return { header: shown[0] ?? [], columns, rows: shown.slice(1) }
}

export interface TableColumns {
  readonly header: readonly string[]
  readonly columns: ChosenColumns
  /** The first rows, by which a person sees what a column has. */
  readonly rows: readonly Row[]
}

const MAX_HEADER = 50
const MAX_CELL = 100
const FIRST_ROWS = 5

function layoutOfFile(file: SourceFile, rows: readonly Row[]): Layout | null {
  const { note, ...chosen } = file.columns ?? {}
  const isTable = /\.(?:csv|tsv)$/iu.test(file.name)
  const found =
    layoutOf(rows, isTable) ?? (isTable ? (layoutWithoutHeader(rows) ?? layoutUnknown(rows)) : null)
  if (found === null) return null
  const named =
    note === undefined
      ? found.named
      : found.named.map((each, at) => (at === note ? 'note' : each === 'note' ? null : each))
  return { ...found, columns: { ...found.columns, ...chosen }, named }
}

/** A table whose columns have names in no known language; the person can choose them. */
function layoutUnknown([header = []]: readonly Row[]): Layout | null {
  return header.length < 2 ? null : { ...NO_LAYOUT, named: header.map(() => null) }
}

interface Layout {
  readonly columns: Readonly<Partial<Record<Column, number>>>
  /** The meaning of each column. */
  readonly named: readonly (Column | null)[]
  /** The first row that is an entry. */
  readonly first: number
  /** The table has a column of maps besides that of posts, or is Antojo's own, so each row is a place. */
  readonly isOfPlaces: boolean
  /** The column of names says that they are of places, so another page in a row is that of its place. */
  readonly namesPlaces: boolean
  /** Antojo's own table has posts in its column of videos only: the page of a place may be one as well. */
  readonly isOwn: boolean
}

const NO_LAYOUT: Layout = {
  columns: {},
  named: [],
  first: 1,
  isOfPlaces: false,
  namesPlaces: false,
  isOwn: false,
}

/** The columns by the header row; null when it names neither a link nor a place. Any other file has to name two columns. */
function layoutOf(rows: readonly Row[], isTable: boolean): Layout | null {
  const header = rows[0] ?? []
  const named = header.map(columnNamed)
  const columns: Partial<Record<Column, number>> = {}
  for (const [index, column] of named.entries()) if (column !== null) columns[column] ??= index
  const columnOf = (isWanted: (cell: string) => boolean) =>
    rows.slice(1).reduce((found, row) => (found === -1 ? row.findIndex(isWanted) : found), -1)
  const maps = columnOf(isMapsLink)
  const posts = columnOf((cell) => isLink(cell) && postLinks(cell).length > 0)
  const others = maps === -1 ? columnOf((cell) => postLinks(cell).length > 0) : maps
  const hasLinks = columns.url !== undefined || others !== -1
  const hasPlaces = header.length > 1 && ['name', 'lat', 'both'].some((name) => name in columns)
  // A row of links is an entry, not a header.
  if (!(hasLinks || hasPlaces) || header.some(isLink) || (!isTable && Object.keys(columns).length < 2))
    return null
  const isOwn = [columns.lists, columns.visited, columns.videos].every((column) => column !== undefined)
  const isOfBoth = maps !== -1 && posts !== -1 && maps !== posts
  const isOfPlaces = (isOwn || isOfBoth) && columns.name !== undefined
  return {
    columns,
    named,
    first: 1,
    isOfPlaces,
    namesPlaces: isOfPlace(header[columns.name ?? -1] ?? ''),
    isOwn,
  }
}

/** A table whose first row has a link has no header: its first words are the name, the others a note. */
function layoutWithoutHeader([row = []]: readonly Row[]): Layout | null {
  const name = row.findIndex((cell) => !isLink(cell))
  if (name === -1 || !row.some(isLink)) return null
  const named = row.map((cell, at) => (at === name || isLink(cell) ? null : 'note'))
  return { ...NO_LAYOUT, columns: { name }, named, first: 0 }
}

/** Exports, Antojo's too, write `'` before a text that a spreadsheet would run as a formula. */
function asTyped(cell: string | null): string | null {
  return cell?.replaceAll(/(?<=^|[;|\t\r\n])'(?=[=+@-])/gu, '') ?? null
}

function entryOf(given: Row, layout: Layout): Entry {
  const { columns, named, isOfPlaces, namesPlaces, isOwn } = layout
  const row = aligned(given, layout)
  const cell = (column: Column) => asTyped(row[columns[column] ?? -1] || null)
  const of = (column: Column) => row.filter((_, index) => named[index] === column)
  const others = row.filter((_, index) => named[index] !== 'note' && named[index] !== 'picture')
  const map = isOwn ? null : (others.find(isMapsLink) ?? null)
  const posts = isOwn ? postLinks(cell('videos') ?? '') : others.flatMap(postLinks)
  const stated = cell('url')
  const websites = of('website').filter(Boolean)
  const pages = others.filter((each) => isLink(each) && !websites.includes(each))
  const page = stated !== null && isLink(stated) ? stated : (pages[0] ?? stated)
  const name = cell('name')
  const { position, address } = whereIs(cell, map && addressIn(readMapsLink(map), name))
  const isPlace =
    map !== null ||
    position !== null ||
    (name !== null &&
      (address !== null || isOfPlaces || (posts.length === 0 && (page === null || namesPlaces))))
  const entry = {
    title: name,
    savedAt: timeOf(cell('time')) ?? timeOfSerial(cell('time')) ?? dayIn(cell('time') ?? ''),
    note: joined(of('note').map(asTyped)),
    lists: columns.lists === undefined ? [cell('list') ?? ''] : namesIn(cell('lists')),
    visited: isOwn ? daysIn(cell('visited')) : [],
    texts: [
      ...aboutPost('description', cell('excerpt')),
      ...aboutPost('hashtags', cell('tags')),
      ...aboutPost('message', readPasted(cell('message') ?? '').words),
    ],
  }
  if (isPlace) return { ...entry, url: map, place: { name, address, position }, posts }
  return { ...entry, url: posts[0] ?? page ?? websites[0] ?? null, posts: posts.slice(1) }
}

/** A decimal comma that is also the separator cuts a position into four cells, which are joined here or not believed. */
function aligned(row: Row, { columns: { lat, lng }, named: { length: width } }: Layout): Row {
  if (row.length <= width || lat === undefined || lng === undefined) return row
  if (!WHOLE.test(row[lat] ?? '')) return row
  const cells: string[] = []
  let at = 0
  for (let column = 0; column < width; column += 1) {
    const [cell = '', digits = ''] = row.slice(at)
    const isCut = (column === lat || column === lng) && WHOLE.test(cell) && /^\d+$/u.test(digits)
    cells.push(isCut ? `${cell}.${digits}` : cell)
    at += isCut ? 2 : 1
  }
  return at === row.length ? cells : row.map((cell, column) => (column === lat || column === lng ? '' : cell))
}

const WHOLE = /^-?\d+$/u

/** Where the place of a row is. A column of addresses may hold coordinates or a link instead. */
function whereIs(cell: (column: Column) => string | null, linked: string | null) {
  const stated = cell('address')
  const { lat = cell('lat'), lng = cell('lng') } = POINT.exec(cell('wkt') ?? '')?.groups ?? {}
  const position =
    positionIn(cell('both')) ?? positionIn(stated) ?? positionOf(lat, lng) ?? positionIn(`${lat}, ${lng}`)
  const street = stated === null || isLink(stated) || positionIn(stated) !== null ? linked : stated
  const city = cell('city')
  const isWhole = street !== null && city !== null && street.toLowerCase().includes(city.toLowerCase())
  return { position, address: isWhole ? street : joined([street, city], ', ') }
}

function positionIn(text: string | null) {
  const { lat, lng } = COORDINATES.exec(text ?? '')?.groups ?? {}
  return (
    positionOf(lat, lng) ?? (text !== null && /[°+]/u.test(text) ? readWritten(text, null).position : null)
  )
}

const POINT = /POINT\s*(?:Z\s*)?\((?<lng>[-\d.]+)\s+(?<lat>[-\d.]+)/iu
/** With a decimal comma, other signs are between the two. */
const COORDINATES =
  /^\(?(?:(?<lat>-?\d{1,2}\.\d+)(?:\s*[,;]\s*|\s+)(?<lng>-?\d{1,3}\.\d+)|(?<lat>-?\d{1,2},\d+)(?:\s*;\s*|,?\s+)(?<lng>-?\d{1,3},\d+))\)?$/u
