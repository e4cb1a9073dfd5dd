import { MAX_URL_LENGTH } from './find-urls.ts'

/** A place as described by a link to Google Maps. */
export interface MapsPlace {
  /** Null for a pin without a name. */
  readonly name: string | null
  readonly address: string | null
  readonly position: { readonly lat: number; readonly lng: number } | null
  /** Google's numeric id of the place (CID), in decimal digits. */
  readonly cid: string | null
}

const GOOGLE = /^(?:(?:www|maps)\.)?google\.(?:com|[a-z]{2,3})(?:\.[a-z]{2})?$/u
/** `19.4,-99.1`, also as `loc:19.4,-99.1` and followed by a name in brackets. */
const POSITION =
  /^(?:loc:)?\s*(?<lat>[-+]?\d{1,2}(?:\.\d+)?)(?:\s*,\s*|\s+(?=[-+]))(?<lng>[-+]?\d{1,3}(?:\.\d+)?)\s*(?:\((?<name>.*)\))?$/u
/** `19°24'08.0"N 99°10'16.0"W`, as Google writes the place of a pin without a name. */
const DEGREES =
  /^(?<lat>\d{1,2})°(?<latMinutes>\d{1,2})['′](?<latSeconds>[\d.]+)["″](?<latSide>[NS])[\s,]+(?<lng>\d{1,3})°(?<lngMinutes>\d{1,2})['′](?<lngSeconds>[\d.]+)["″](?<lngSide>[EWO])$/u
/** The CID in a link to Google Search, which some places of exported lists have. */
const SEARCH_ID = 'ludocid'
/** An id of Google's Places API: base64 of two numbers of eight bytes, the second of which is the CID. */
const PLACE_ID = /(?:^|place_id:|!1s|!19s)(?<id>ChI[\w-]{24})(?![\w-])/u
const CID_AT = 12

/** True for a short link that redirects to one that `readMapsLink` understands. */
export function isShortMapsLink(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, pathname } = new URL(address)
  return (
    (hostname === 'maps.app.goo.gl' && pathname.length > 1) ||
    (hostname === 'goo.gl' && pathname.startsWith('/maps/'))
  )
}

/**
 * Reads a link to a place of Google Maps: `/maps/place/NAME/@LAT,LNG…`, `/maps/search/…`, `/maps?q=…`, `?cid=…`. Null for
 * anything else, such as a route. Forms: Google's "Maps URLs" and what its apps and exports write.
 */
export function readMapsLink(address: string): MapsPlace | null {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return null
  const url = new URL(address)
  if (!GOOGLE.test(url.hostname)) return null
  const [root, kind, rest = ''] = url.pathname.split('/').filter(Boolean)
  const isMaps =
    root === 'maps' ||
    (root === undefined && url.hostname.startsWith('maps.')) ||
    (root === 'search' && url.searchParams.has(SEARCH_ID))
  if (!isMaps || (kind !== undefined && kind !== 'place' && kind !== 'search' && !kind.startsWith('@')))
    return null
  const text = [
    kind === 'place' || kind === 'search' ? unescapePath(rest) : '',
    url.searchParams.get('q'),
    url.searchParams.get('query'),
  ]
    .map((each) => each?.trim() ?? '')
    .find((each) => each !== '' && !/^(?:@|data=)/u.test(each))
  const position = positionOf(url, text)
  const cid = cidOf(url)
  const named = nameIn(text ?? '')
  const comma = named.indexOf(',')
  const name = (comma === -1 ? named : named.slice(0, comma)).trim() || null
  const place = { name, address: comma === -1 ? null : named.slice(comma + 1).trim() || null, position, cid }
  return name === null && position === null && cid === null ? null : place
}

/** The words of a link; empty when they are a position or an id. */
function nameIn(text: string): string {
  if (/^(?:place_id|cid):/u.test(text) || DEGREES.test(text)) return ''
  const at = POSITION.exec(text)
  return at ? (at.groups?.['name'] ?? '') : text
}

/**
 * The link under which a place is saved. `readMapsLink` reads the same place from it, with the position rounded to a
 * centimetre.
 */
export function mapsLinkOf({ name, address, position, cid }: MapsPlace): string {
  const text = [name?.replaceAll(/(?<!\s)\s*,\s*/gu, ' '), address].filter(Boolean).join(', ')
  const at = position === null ? '' : `@${shortened(position.lat)},${shortened(position.lng)},17z`
  const path = ['https://www.google.com/maps/place', escaped(text), at].filter(Boolean).join('/')
  return cid === null ? path : `${path}?cid=${cid}`
}

/** The canonical URL of all links to a place. A place without Google's id is identified by its name and position. */
export function canonicalMapsLink(place: MapsPlace): string {
  if (place.cid !== null) return `https://www.google.com/maps?cid=${place.cid}`
  const { name, position } = place
  // Rounds to about ten metres.
  const at = position && {
    lat: Math.round(position.lat * 1e4) / 1e4,
    lng: Math.round(position.lng * 1e4) / 1e4,
  }
  const address = position === null ? place.address : null
  return mapsLinkOf({ name: name?.toLowerCase() ?? null, address, position: at, cid: null })
}

/** Escapes too what a text around a link may end it with. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*!]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function shortened(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}

/** The position of the pin, or else the centre of the map. */
function positionOf(url: URL, text = ''): MapsPlace['position'] {
  const pin = /!3d(?<lat>-?\d+(?:\.\d+)?)!4d(?<lng>-?\d+(?:\.\d+)?)/u.exec(url.pathname)
  const middle = /\/@(?<lat>-?\d+(?:\.\d+)?),(?<lng>-?\d+(?:\.\d+)?)/u.exec(url.pathname)
  const written = POSITION.exec(text) ?? POSITION.exec(query(url, 'll') || query(url, 'center'))
  const groups = (pin ?? written)?.groups ?? degreesIn(text) ?? middle?.groups
  const [lat, lng] = [Number(groups?.['lat']), Number(groups?.['lng'])]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

function degreesIn(text: string): Readonly<Record<'lat' | 'lng', number>> | null {
  const found = DEGREES.exec(text)?.groups
  if (found === undefined) return null
  const value = (axis: 'lat' | 'lng') => {
    const [whole = 0, minutes = 0, seconds = 0] = ['', 'Minutes', 'Seconds'].map((part) =>
      Number(found[axis + part]),
    )
    const side = /[SWO]/u.test(found[`${axis}Side`] ?? '') ? -1 : 1
    return shortened(side * (whole + minutes / 60 + seconds / 3600))
  }
  return { lat: value('lat'), lng: value('lng') }
}

/** `cid=123`, the second half of `0x…:0x…`, or what an id of the Places API encodes. */
function cidOf(url: URL): string | null {
  const cid =
    url.searchParams.get('cid') ??
    url.searchParams.get(SEARCH_ID) ??
    /^cid:(?<id>\d+)$/u.exec(query(url, 'q'))?.groups?.['id'] ??
    ''
  if (/^\d{1,20}$/u.test(cid)) return cid
  const hex = /0x[\da-f]{1,16}:(?<id>0x[\da-f]{1,16})/iu.exec(`${url.pathname}?${query(url, 'ftid')}`)
  const id =
    hex?.groups?.['id'] ?? idOfPlaceId(query(url, 'query_place_id') || query(url, 'q') || url.pathname)
  return id === null || /^0x0+$/iu.test(id) ? null : BigInt(id).toString()
}

function query(url: URL, name: string): string {
  return url.searchParams.get(name) ?? ''
}

function idOfPlaceId(text: string): string | null {
  const id = PLACE_ID.exec(text)?.groups?.['id']
  if (id === undefined) return null
  const bytes = Array.from(atob(id.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  const digits = bytes.slice(CID_AT, CID_AT + 8).toReversed()
  return `0x${digits.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Google writes a space in a path as `+`. */
function unescapePath(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
