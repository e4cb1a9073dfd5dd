import { type Place, type TextColumn, TEXT_COLUMNS, TEXT_FACTS } from '../place.ts'

/** A place to be imported, from whatever file; without facts that only Google has. */
export interface PlaceRecord extends Omit<Place, 'timeZone' | 'rating' | 'ratingCount' | 'priceLevel'> {
  readonly otherNames: readonly string[]
}

/** The unchecked fields of a record: the content of a line, a feature or a row. */
export type RawFields = Readonly<Record<string, unknown>>

/** Why a row becomes no record: it could not be found or shown, is no open place to eat or drink at, or lies elsewhere. */
export type SkipReason = 'no_name' | 'no_point' | 'not_food' | 'elsewhere' | 'malformed'

export interface Skipped {
  readonly skipped: SkipReason
  readonly row: unknown
}

/** The outcome of one row of a file. */
export type ReadRow = PlaceRecord | Skipped

export function isRecord(row: ReadRow): row is PlaceRecord {
  return !('skipped' in row)
}

/** Readers of texts that are not simply the trimmed field of their column. */
const TEXT_READERS: Readonly<Partial<Record<TextColumn, (raw: RawFields) => string | undefined>>> = {
  neighbourhood: (raw) => text(raw['neighbourhood'] ?? raw['neighborhood']),
  country: (raw) => country(raw['country']),
  instagram: (raw) => handle(raw['instagram']),
}

/** Placeholders of exports for places without a name. */
const PLACEHOLDER = /^(?:node|way|relation)[ /]?\d+$/i

/** The source of rows that name none. */
const OWN_SOURCE = 'own'

/**
 * Reads a record of the JSONL format (see the package's README). A row without an id gets one of its name and point.
 * Avoids zod, because it runs once for each of a million rows.
 */
export function readRecord(raw: RawFields, source = text(raw['source']) ?? OWN_SOURCE): ReadRow {
  const name = text(raw['name'])
  const lat = coordinate(raw['lat'], 90)
  const lng = coordinate(raw['lng'] ?? raw['lon'], 180)
  if (name === undefined || PLACEHOLDER.test(name)) return { skipped: 'no_name', row: raw }
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return { skipped: 'no_point', row: raw }
  const sourceId = text(raw['source_id']) ?? `${name}@${lat},${lng}`
  return { source, sourceId, name, lat, lng, otherNames: list(raw['other_names']), ...facts(raw) }
}

/** Converts a record back into fields of the JSONL format; `readRecord` turns them into an equal record. */
export function fieldsOf(record: PlaceRecord): RawFields {
  const texts = TEXT_FACTS.map((fact) => [TEXT_COLUMNS[fact], record[fact]] as const)
  return {
    source: record.source,
    source_id: record.sourceId,
    name: record.name,
    other_names: record.otherNames,
    lat: record.lat,
    lng: record.lng,
    categories: record.categories,
    cuisine: record.cuisine,
    ...Object.fromEntries(texts),
  }
}

function facts(raw: RawFields): Pick<PlaceRecord, 'categories' | 'cuisine'> {
  const record: Record<string, string> = {}
  for (const fact of TEXT_FACTS) {
    const column = TEXT_COLUMNS[fact]
    const read = TEXT_READERS[column]
    const value = read ? read(raw) : text(raw[column])
    if (value !== undefined) record[fact] = value
  }
  return { ...record, categories: list(raw['categories']), cuisine: list(raw['cuisine']) }
}

/** The longest fact in characters: real ones are shorter, and five of them make one address. */
const MAX_CHARACTERS = 700

/** A trimmed text without control characters; absent when empty. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return undefined
  // oxlint-disable-next-line eslint/no-control-regex -- control characters are what is looked for
  const plain = value.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  const clean = plain.slice(0, MAX_CHARACTERS).toWellFormed()
  return clean === '' ? undefined : clean
}

/** A list of texts. One text is split at `;` or `,`, as OpenStreetMap and CSV files write lists. */
export function list(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[;,]/) : []
  return items.flatMap((item) => text(item) ?? [])
}

function coordinate(value: unknown, limit: number): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.replace(',', '.')) : value
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= limit ? number : null
}

function country(value: unknown): string | undefined {
  const code = text(value)?.toUpperCase()
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined
}

/** "https://www.instagram.com/casa.pepe/?hl=es" and "@casa.pepe" are both `casa.pepe`. */
function handle(value: unknown): string | undefined {
  const found = /^(?:https?:\/\/)?(?:(?:www\.)?instagram\.com\/)?@?([\w.]{2,30})(?:[/?].*)?$/i.exec(
    text(value) ?? '',
  )
  return found?.[1]?.toLowerCase()
}
