import { type ChosenColumns, TABLE_COLUMNS } from '@antojo/domain/transfer/import-facts'
import { type Row, tableOf } from '../csv.ts'
import {
  aboutPost,
  daysIn,
  type Entry,
  type FormatReader,
  joined,
  namesIn,
  partsByList,
  positionOf,
  type SourceFile,
  timeOf,
} from '../entries.ts'
import { isMapsLink, postLinks } from '../known-links.ts'

/** Any table of places or links: by the names of its columns, and by the links in its cells. */
export const tables: FormatReader = {
  format: 'table',
  files: /\.(?:csv|tsv)$/iu,
  read: (file) => {
    if (!/\.(?:csv|tsv|txt)$/iu.test(file.name)) return null
    const { rows, beyond } = tableOf(file)
    const layout = layoutOfFile(file, rows)
    if (layout === null) return null
    return partsByList(
      rows.slice(layout.first).map((row) => entryOf(row, layout)),
      beyond,
    )
  },
}

/** The header of a table and the columns that are read, for the person to correct; null for another file. */
export function columnsOf(file: SourceFile): TableColumns | null {
  const { rows } = tableOf(file)
  const layout = layoutOfFile(file, rows)
  if (layout === null || layout.first === 0) return null
  const note = layout.notes[0]
  const read = { ...layout.columns, ...(note !== undefined && { note }) }
  const columns = Object.fromEntries(Object.entries(read).filter(([name]) => isColumn(name)))
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

function isColumn(name: string): boolean {
  return TABLE_COLUMNS.some((column) => column === name)
}

function layoutOfFile(
  { name, columns: { note, ...chosen } = {} }: SourceFile,
  rows: readonly Row[],
): Layout | null {
  const isText = /\.txt$/iu.test(name)
  const found = layoutOf(rows, isText) ?? (isText ? null : (layoutWithoutHeader(rows) ?? layoutUnknown(rows)))
  if (found === null) return null
  return {
    ...found,
    columns: { ...found.columns, ...chosen },
    notes: note === undefined ? found.notes : [note],
  }
}

/** A table whose columns have names in no known language; the person can choose them. */
function layoutUnknown([header = []]: readonly Row[]): Layout | null {
  return header.length < 2
    ? null
    : { columns: {}, notes: [], pictures: [], isOfPlaces: false, isOwn: false, first: 1 }
}

/** Column names in the languages of people who use Antojo, and in those of the programs that write such files. */
const COLUMNS = {
  name: named(
    'name|title|place|nombre|t[ií]tulo|lugar|sitio|local|negocio|establecimiento|restaurant[es]?|nom|titre|nome|titolo|titel',
  ),
  url: /(?:^|\W)(?:url|link|enlace|liga|lien|uri)(?:\W|$)/iu,
  lat: /^(?:lat|latitude|latitud|latitudine|breitengrad|y)$/iu,
  lng: /^(?:lng|lon|long|longitude|longitud|longitudine|l[äa]ngengrad|x)$/iu,
  both: named('coord\\w*|gps|lat\\w*[\\s,/&+-]+(?:l[no]n?g?\\w*)|posici[oó]n|position|posizione'),
  wkt: /^(?:wkt|geometry|geometr[ií]a)$/iu,
  address: named(
    '(?:full |formatted |street )?address|direcci[oó]n|domicilio|ubicaci[oó]n|location|adresse|indirizzo|endere[cç]o|localiza[cç][aã]o',
  ),
  city: named('city|ciudad|ville|stadt|citt[àa]|cidade|colonia|barrio|alcald[ií]a'),
  /** Antojo's own table has all lists, visits and videos of a place. */
  lists: /^(?:lists|listas)$/iu,
  visited: /^(?:visited|visitas)$/iu,
  videos: /^videos$/iu,
  list: /^(?:list|lista|collection|colecci[oó]n|folder|carpeta|liste)$/iu,
  time: /^(?:date|created|created_at|saved|fecha|time[ _]added|timestamp|guardado)$/iu,
  tags: named('tags?|etiquetas?|labels?'),
  excerpt: named('excerpt|selection|extracto|summary|resumen'),
} as const
const NOTES = named(
  'notes?|notas?|comments?|comentarios?|description|descripci[oó]n|observaci[oó]n\\w*|opini[oó]n\\w*|rese[nñ]a|notiz\\w*|remarque\\w*|memo',
)

const PICTURES = named('cover|thumbnail|image|picture|photo|imagen|portada|foto')

/** A header that begins with one of these words: "Nombre del lugar". */
function named(words: string): RegExp {
  return new RegExp(`^(?:${words})(?:[\\s:(_].*)?$`, 'iu')
}

interface Layout {
  readonly columns: Readonly<Partial<Record<string, number>>>
  readonly notes: readonly number[]
  /** Columns with addresses of pictures. */
  readonly pictures: readonly number[]
  /** The first row that is an entry. */
  readonly first: number
  /** The table has a column of maps besides that of posts, or is Antojo's own, so each row is a place. */
  readonly isOfPlaces: boolean
  /** Antojo's own table has posts in its column of videos only: the page of a place may be one as well. */
  readonly isOwn: boolean
}

/** The columns by the header row; null when it names neither a link nor a name. A text has to name two columns. */
function layoutOf(rows: readonly Row[], isText: boolean): Layout | null {
  const header = rows[0] ?? []
  const columns: Partial<Record<string, number>> = {}
  for (const [column, pattern] of Object.entries(COLUMNS)) {
    const index = header.findIndex((cell) => pattern.test(cell))
    if (index !== -1) columns[column] = index
  }
  const columnOf = (isWanted: (cell: string) => boolean) =>
    rows.slice(1).reduce((found, row) => (found === -1 ? row.findIndex(isWanted) : found), -1)
  const maps = columnOf((cell) => isLink(cell) && isMapsLink(cell))
  const posts = columnOf((cell) => isLink(cell) && postLinks(cell).length > 0)
  const hasLinks = columns['url'] !== undefined || maps !== -1 || posts !== -1
  const isTable = hasLinks || (columns['name'] !== undefined && header.length > 1)
  // A row of links is an entry, not a header.
  if (!isTable || header.some(isLink) || (isText && Object.keys(columns).length < 2)) return null
  const isOwn = ['lists', 'visited', 'videos'].every((column) => columns[column] !== undefined)
  const isOfBoth = maps !== -1 && posts !== -1 && maps !== posts
  const isOfPlaces = (isOwn || isOfBoth) && columns['name'] !== undefined
  const indexesOf = (name: RegExp) => header.flatMap((cell, index) => (name.test(cell) ? [index] : []))
  return { columns, notes: indexesOf(NOTES), pictures: indexesOf(PICTURES), isOfPlaces, isOwn, first: 1 }
}

/** A table whose first row has a link has no header: its first words are the name, the others a note. */
function layoutWithoutHeader([row = []]: readonly Row[]): Layout | null {
  const [name, ...notes] = row.flatMap((cell, index) => (isLink(cell) ? [] : [index]))
  if (name === undefined || !row.some(isLink)) return null
  return { columns: { name }, notes, pictures: [], isOfPlaces: false, isOwn: false, first: 0 }
}

/** Exports, Antojo's too, write `'` before a text that a spreadsheet would run as a formula. */
function asTyped(cell: string | null): string | null {
  return cell?.replaceAll(/(?<=^|[;|\t\r\n])'(?=[=+@-])/gu, '') ?? null
}

function isLink(cell: string): boolean {
  return /^https?:\/\/\S+$/iu.test(cell)
}

function entryOf(
  row: Row,
  { columns, notes, pictures, isOfPlaces, isOwn }: Layout,
): readonly [string, Entry] {
  const cell = (column: keyof typeof COLUMNS) => asTyped(row[columns[column] ?? -1] || null)
  const others = row.filter((_, index) => !notes.includes(index) && !pictures.includes(index))
  const map = isOwn ? null : (others.find((each) => isLink(each) && isMapsLink(each)) ?? null)
  const posts = isOwn ? postLinks(cell('videos') ?? '') : others.flatMap(postLinks)
  const stated = cell('url')
  const page = stated !== null && isLink(stated) ? stated : (others.find(isLink) ?? stated)
  const { position, address, isExact } = whereIs(cell)
  const name = cell('name')
  const isPlace =
    map !== null ||
    position !== null ||
    (name !== null && (isExact || isOfPlaces || (posts.length === 0 && page === null)))
  const entry = {
    title: name,
    savedAt: timeOf(cell('time')),
    note: joined(notes.map((index) => asTyped(row[index] ?? null))),
    lists: namesIn(cell('lists')),
    visited: isOwn ? daysIn(cell('visited')) : [],
    texts: [...aboutPost('description', cell('excerpt')), ...aboutPost('hashtags', cell('tags'))],
  }
  const list = cell('list') ?? ''
  if (isPlace) return [list, { ...entry, url: map, place: { name, address, position }, posts }]
  return [list, { ...entry, url: posts[0] ?? page, posts: posts.slice(1) }]
}

/** Where the place of a row is. A column of addresses may hold coordinates or a link instead. */
function whereIs(cell: (column: keyof typeof COLUMNS) => string | null) {
  const written =
    [cell('both'), cell('address')].find((each) => each !== null && COORDINATES.test(each)) ?? ''
  const point = POINT.exec(cell('wkt') ?? '')?.groups ?? COORDINATES.exec(written)?.groups
  const position = positionOf(point?.['lat'] ?? cell('lat'), point?.['lng'] ?? cell('lng'))
  const stated = cell('address')
  const street = stated === null || isLink(stated) || COORDINATES.test(stated) ? null : stated
  const city = cell('city')
  const isWhole = street !== null && city !== null && street.toLowerCase().includes(city.toLowerCase())
  return { position, address: isWhole ? street : joined([street, city], ', '), isExact: street !== null }
}

const POINT = /POINT\s*(?:Z\s*)?\((?<lng>[-\d.]+)\s+(?<lat>[-\d.]+)/iu
const COORDINATES = /^\(?(?<lat>-?\d{1,2}\.\d+)(?:\s*[,;]\s*|\s+)(?<lng>-?\d{1,3}\.\d+)\)?$/u
