import { MAX_URL_LENGTH } from './link-end.ts'
import { urlOf } from './link-address.ts'
import { mapOfHost } from './map-hosts.ts'
import { placeOfData } from './maps-data.ts'
import { ofGeohash, type Position, positionOf, readWritten, rounded } from './written-position.ts'

/** A place as described by a link to a map. */
export interface MapsPlace {
  /** Null for a pin without a name. */
  readonly name: string | null
  readonly address: string | null
  readonly position: Position | null
  /** Google's numeric id of the place (CID), in decimal digits. */
  readonly cid: string | null
}

/** The CID in a link to Google Search, which some places of exported lists have. */
const SEARCH_ID = 'ludocid'
const SHORT = /^(?:maps\.app\.goo\.gl\/|goo\.gl\/maps\/|maps\.apple(?:\.com)?\/p\/|g\.page\/)./u

/** True for a short link that redirects to one that `readMapsLink` understands. */
export function isShortMapsLink(address: string): boolean {
  const url = urlOf(address)
  return url !== null && SHORT.test(url.hostname + url.pathname)
}

/**
 * Reads a link to a place of a map: `/maps/place/NAME/@LAT,LNG…`, `/maps/search/…`, `?q=…`, `?cid=…`, or the destination
 * of a route. Null for anything else. Forms: Google's "Maps URLs" and what its apps and exports write, Apple's "Map
 * Links", Waze's "Deep Links", markers of OpenStreetMap.
 */
export function readMapsLink(address: string): MapsPlace | null {
  const url = address.length > MAX_URL_LENGTH ? null : urlOf(address)
  const map = url && mapOfHost(url.hostname)
  if (url === null || map === null || map === 'short') return null
  const facts = map === 'google' ? factsOfGoogle(url) : { ...NO_FACTS, position: ofWaze(url) }
  const place = facts && placeOf(url.searchParams, facts)
  return place === null || (place.name === null && place.position === null && place.cid === null)
    ? null
    : place
}

/** The place of a link, as its path describes it. */
interface PathFacts {
  /** The place's name, a search or a position. */
  readonly text: string
  /** Whether an address may follow the name; an exact one is nothing but a name, whatever it looks like. */
  readonly form: 'list' | 'name' | 'exact'
  readonly position: Position | null
  /** The middle of the map, when that is the place. */
  readonly centre: Position | null
  readonly id: string
}

const NO_FACTS: PathFacts = { text: '', form: 'list', position: null, centre: null, id: '' }
const CENTRE = /\/@(?<lat>-?\d+(?:\.\d+)?),(?<lng>-?\d+(?:\.\d+)?)/u
const DATA = /\/data=(?<data>[^/]*)/u
/** Where the parts of a path begin that describe the map. */
const VIEW = /^(?:@-?[\d.]+,|@$|data=)/u
const KINDS = ['', 'place', 'search', 'dir', 'embed']

function factsOfGoogle({ hostname, pathname, searchParams: query }: URL): PathFacts | null {
  const parts = pathname.split('/').slice(1)
  const root = parts[0] === 'maps' ? parts.shift() : parts[0]
  const isSearch = root === 'search' && query.has(SEARCH_ID)
  if (root !== 'maps' && !hostname.startsWith('maps.') && !isSearch) return null
  const view = parts.findIndex((part) => VIEW.test(part))
  const [kind = '', ...texts] = view === -1 ? parts : parts.slice(0, view)
  if (!KINDS.includes(kind)) return null
  const data = placeOfData(DATA.exec(pathname)?.groups?.['data'] ?? query.get('pb') ?? '')
  const { lat, lng } = CENTRE.exec(pathname)?.groups ?? {}
  const isNamed = kind === 'place' && lat !== undefined && data.id !== ''
  const text = kind === 'dir' ? destinationOf(texts) : kind === 'embed' ? data.name : (texts[0] ?? '')
  return {
    text: unescapePath(text),
    form: query.has(ADDRESS) ? 'exact' : isNamed ? 'name' : 'list',
    position: data.position,
    // The map of a search or of a route shows more than the place.
    centre: kind === 'place' || kind === '' ? positionOf(lat, lng) : null,
    id: unescapePath(data.id),
  }
}

/** The last stop of a route, `/dir/FROM/TO/`; empty while it has none. */
function destinationOf(stops: readonly string[]): string {
  const all = stops.at(-1) === '' ? stops.slice(0, -1) : stops
  return all.length > 1 ? (all.at(-1) ?? '') : ''
}

/** Where the path of Waze's links or the marker of OpenStreetMap's puts the place. */
function ofWaze({ pathname, searchParams: query }: URL): Position | null {
  const hash = /^\/(?:ul|lr)\/h(?<hash>[\db-hjkmnp-z]{5,12})$/u.exec(pathname)?.groups?.['hash']
  if (hash !== undefined) return ofGeohash(hash)
  return positionOf(query.get('mlat') ?? '', query.get('mlon') ?? '')
}

/** Apple names the address apart from the name; so does `mapsLinkOf`, where a comma would not tell them apart. */
const ADDRESS = 'address'
const NAMES = ['name', 'q', 'query', 'destination', 'daddr']
const POSITIONS = ['coordinate', 'll', 'latlng', 'center', 'viewpoint', 'daddr', 'to']

function placeOf(query: URLSearchParams, facts: PathFacts): MapsPlace {
  const values = (names: readonly string[]) => names.flatMap((name) => query.get(name)?.trim() || [])
  const cid = cidOf(query, facts)
  const address = query.get(ADDRESS) || null
  if (facts.form === 'exact') {
    const name = facts.text || query.get('q') || null
    return { name, address, position: facts.position ?? facts.centre, cid }
  }
  const text = [facts.text.trim(), ...values(NAMES)].find((each) => each !== '' && !ID.test(each)) ?? ''
  const read = readWritten(text, facts.position ?? facts.centre)
  const written = values(POSITIONS).map((each) => readWritten(each, null).position)
  const position =
    [facts.position, read.position, ...written, facts.centre].find((each) => each !== null) ?? null
  const isName = facts.form === 'name' || address !== null || text === query.get('name')?.trim()
  const comma = isName ? -1 : read.name.indexOf(',')
  const name = (comma === -1 ? read.name : read.name.slice(0, comma)).trim() || null
  const behind = comma === -1 ? read.town : read.name.slice(comma + 1)
  return { name, address: address ?? (behind.trim() || null), position, cid }
}

/** An id instead of a name, as `q=` and Waze's `to=` have it. */
const ID = /^(?:place_id:|cid:|place\.)/u
const NUMBER = /^cid:(?<id>\d{1,20})$/u
/** Google's own pair of numbers, whose second is the CID. */
const PAIR = /^0x[\da-f]{1,16}:(?<id>0x[\da-f]{1,16})$/iu
/** An id of Google's Places API: base64 of two numbers of eight bytes, the second of which is the CID. */
const PLACE_ID = /^(?:place_id:|place\.)?(?<id>ChI[\w-]{24})$/u
const CID_AT = 12

function cidOf(query: URLSearchParams, { id, text, form }: PathFacts): string | null {
  const value = (name: string) => query.get(name)?.trim() ?? ''
  const numbers = ['cid', SEARCH_ID].flatMap((name) => (query.has(name) ? `cid:${value(name)}` : []))
  const ids = ['ftid', 'query_place_id', 'destination_place_id', 'place', 'q', 'to'].map(value)
  const found = [...numbers, id, ...ids, form === 'exact' ? '' : text].filter(Boolean).map((each) => {
    const pair = PAIR.exec(each)?.groups?.['id'] ?? ofPlaceId(PLACE_ID.exec(each)?.groups?.['id'])
    return NUMBER.exec(each)?.groups?.['id'] ?? (pair === undefined ? '0' : BigInt(pair).toString())
  })
  return found.find((each) => each !== '0') ?? null
}

function ofPlaceId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined
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

/**
 * The link under which a place is saved. `readMapsLink` reads the same place from it, with the position rounded to a
 * centimetre.
 */
export function mapsLinkOf(place: MapsPlace): string {
  const { name, address, position, cid } = place
  const ofCid = cid === null ? [] : [`cid=${cid}`]
  const plain = linkTo([name, address].filter(Boolean).join(', '), position, ofCid)
  const read = readMapsLink(plain) ?? { name: null, address: null }
  if (read.name === (name || null) && read.address === (address || null)) return plain
  // A path cannot have a part of dots.
  const isPath = name !== null && !/^\.{1,2}$/u.test(name)
  const exact = { ...(isPath || name === null ? {} : { q: name }), [ADDRESS]: address ?? '' }
  const query = Object.entries(exact).map(
    ([field, text]) => `${field}=${escaped(text).replaceAll('.', '%2E')}`,
  )
  return linkTo(isPath ? name : '', position, [...query, ...ofCid])
}

/** The canonical URL of all links to a place. A place without Google's id is identified by its name and position. */
export function canonicalMapsLink({ name, address, position, cid }: MapsPlace): string {
  if (cid !== null) return `https://www.google.com/maps?cid=${cid}`
  const key = name?.toLowerCase().replaceAll(/(?<!\s)\s*,\s*/gu, ' ')
  if (position === null) return linkTo([key, address].filter(Boolean).join(', '), null, [])
  // Rounds to about ten metres.
  const at = { lat: Math.round(position.lat * 1e4) / 1e4, lng: Math.round(position.lng * 1e4) / 1e4 }
  return linkTo(key ?? '', at, [])
}

function linkTo(text: string, position: Position | null, query: readonly string[]): string {
  const at = position === null ? '' : `@${decimal(position.lat)},${decimal(position.lng)},17z`
  const path = ['https://www.google.com/maps/place', escaped(text), at].filter(Boolean).join('/')
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Escapes too what a text around a link may end it with. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*!]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Numbers near zero would be written with an exponent. */
function decimal(degrees: number): string {
  const text = String(rounded(degrees))
  return text.includes('e') ? rounded(degrees).toFixed(7) : text
}
