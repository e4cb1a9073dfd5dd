import type { PlaceExportFormat } from '@antojo/contract/transfer/place-export'
import { cuisinesIn, placeTableHeadings, type TableLanguage } from '@antojo/i18n/place-table'
import { asHtml, type Markup, markup, readable, withoutTags } from '../../core/markup.ts'
import type { ExportedPlace } from './repo.ts'

/** A file that is written place by place. */
export interface FileFormat {
  readonly contentType: string
  head(language: TableLanguage): string
  /** The text of a place; empty for a place that the format cannot express. */
  place(place: ExportedPlace, of: { readonly isFirst: boolean; readonly language: TableLanguage }): string
  readonly tail: string
}

const TITLE = 'Antojo'
/** Most cells; the regular expressions below take ten times as long. */
const PLAIN = /^(?:[A-Za-z0-9][^;|\t\r\n]*)?$/u
const TELEPHONE = /^[+-][\d\s()./-]+$/u

export const FILE_FORMATS: Readonly<Record<PlaceExportFormat, FileFormat>> = {
  // https://www.rfc-editor.org/rfc/rfc7946
  geojson: {
    contentType: 'application/geo+json; charset=utf-8',
    head: () => '{"type":"FeatureCollection","features":[',
    place: (place, { isFirst }) => `${isFirst ? '' : ','}\n${JSON.stringify(featureOf(place))}`,
    tail: '\n]}\n',
  },
  // https://developers.google.com/kml/documentation/kmlreference
  kml: {
    contentType: 'application/vnd.google-earth.kml+xml; charset=utf-8',
    head: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n<name>${TITLE}</name>\n`,
    place: (place) => placemark(place).text,
    tail: '</Document>\n</kml>\n',
  },
  // https://www.topografix.com/GPX/1/1/
  gpx: {
    contentType: 'application/gpx+xml; charset=utf-8',
    head: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="${TITLE}" xmlns="http://www.topografix.com/GPX/1/1">\n`,
    place: (place) => waypoint(place).text,
    tail: '</gpx>\n',
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    // The byte order mark, without which Excel does not read UTF-8.
    head: (language) => `\uFEFF${csvLine(placeTableHeadings(language))}`,
    place: (place, { language }) => csvLine(cellsOf(place, language)),
    tail: '',
  },
}

function featureOf({ id, name, address, lat, lng, ...facts }: ExportedPlace): object {
  const { cuisine, phone, website, note, visited, videos, lists } = facts
  return {
    type: 'Feature',
    id,
    geometry: lat === null || lng === null ? null : { type: 'Point', coordinates: [lng, lat] },
    properties: { name, address, cuisine, phone, website, note, visited, videos, lists },
  }
}

function describe({ cuisine, phone, website, note, videos }: ExportedPlace): string {
  return [note, cuisine, phone, website, ...videos].filter(Boolean).join('\n')
}

/** A place without coordinates is written with its address, which map programs look up. */
function placemark(place: ExportedPlace): Markup {
  const { id, name, address, lat, lng, note, visited, videos, lists } = place
  const point =
    lat === null || lng === null ? null : markup`<Point><coordinates>${lng},${lat}</coordinates></Point>\n`
  return markup`<Placemark>
<name>${withoutTags(name)}</name>
${address === null ? null : markup`<address>${address}</address>\n`}<description>${asHtml(describe(place))}</description>
<ExtendedData>${data({ id, note: note ?? '', visited: visited.join(' '), videos: videos.join(' '), lists: namesOf(lists) })}</ExtendedData>
${point}</Placemark>
`
}

/** The facts that Antojo reads back. */
function data(facts: Readonly<Record<string, string>>): readonly Markup[] {
  return Object.entries(facts).map(
    ([name, value]) => markup`<Data name="${name}"><value>${value}</value></Data>`,
  )
}

/** Names with a sign between them that is in none. */
function namesOf(lists: readonly string[]): string {
  return lists.map((name) => name.replaceAll('|', '/')).join(' | ')
}

function waypoint(place: ExportedPlace): Markup {
  const { name, address, lat, lng, videos } = place
  // Every waypoint needs a position, so other places are left out.
  if (lat === null || lng === null) return markup``
  return markup`<wpt lat="${lat}" lon="${lng}">
<name>${withoutTags(name)}</name>
<cmt>${withoutTags(address ?? '')}</cmt>
<desc>${withoutTags(describe(place))}</desc>
${videos.map((url) => markup`<link href="${url}"/>\n`)}</wpt>
`
}

/** In the order of `placeTableHeadings`. */
function cellsOf(place: ExportedPlace, language: TableLanguage): readonly (string | number | null)[] {
  const { name, address, lat, lng, cuisine, phone, website, visited, note, videos, lists } = place
  const kind = cuisine === null ? null : cuisinesIn(language, cuisine)
  const own = [note, visited.join(' '), namesOf(lists)]
  return [name, kind, address, ...own, videos.join(' '), phone, website, lat, lng]
}

/** Every cell is quoted, because a table program may split at other characters than commas. */
function csvLine(cells: readonly (string | number | null)[]): string {
  const quoted = cells.map((cell) => {
    const safe = typeof cell === 'string' ? withoutFormulas(readable(cell)) : (cell ?? '')
    return `"${String(safe).replaceAll('"', '""')}"`
  })
  return `${quoted.join(',')}\r\n`
}

/**
 * Disarms text that a table program would run as a formula, at the start and after every character that may separate
 * cells in some country.
 */
function withoutFormulas(text: string): string {
  if (PLAIN.test(text) || TELEPHONE.test(text)) return text
  return text
    .split(/(?<=[;|\t\r\n])/u)
    .map((piece) => (isFormula(piece) ? `'${piece}` : piece))
    .join('')
}

/** Table programs read full-width characters as plain ones, and ignore invisible ones. */
function isFormula(piece: string): boolean {
  return /^[=+@-]/u.test(piece.normalize('NFKC').replaceAll(/[\p{Cc}\p{Cf}\s]/gu, ''))
}
