import { DomUtils } from 'htmlparser2'
import { DomHandler, type Element, isTag } from 'domhandler'
import { type Entry, type FormatReader, isRecord, type Part, positionOf, timeOf } from '../entries.ts'
import { parseMarkup } from '../foreign.ts'

/**
 * GeoJSON: Google's "Saved Places", Mapstr, and any other. Only points give a position; a line or area with a name is a
 * place without one.
 */
export const geojson: FormatReader = {
  format: 'map',
  files: /(?:^|\/)(?:Takeout\/[^/]*maps[^/]*\/[^/]+\.json|[^/]+\.geojson)$/iu,
  read: (file) => {
    const root = file.json()
    const features = isRecord(root) && root['type'] === 'FeatureCollection' ? root['features'] : null
    if (!Array.isArray(features)) return null
    const entries = features.filter(isRecord).flatMap(featureEntry)
    return entries.length === 0 ? null : [{ kind: 'saved', name: null, entries }]
  },
}

/** The names that exports use for the facts of a place, in lower case; a dotted path leads into nested objects. */
const FACTS = {
  name: ['name', 'title', 'location.name', 'location.business name', 'nombre', 'título'],
  address: ['address', 'location.address', 'dirección'],
  url: ['google_maps_url', 'google maps url', 'url', 'link'],
  time: ['date', 'published', 'created_at', 'createdat'],
} as const

function featureEntry(feature: Readonly<Record<string, unknown>>): Entry[] {
  const facts = flat(isRecord(feature['properties']) ? feature['properties'] : {})
  // Google exports the reviews that the person wrote in a file of this form too.
  if (facts.has('five_star_rating_published')) return []
  const text = (fact: keyof typeof FACTS): string | null => {
    const value = FACTS[fact]
      .map((path) => facts.get(path))
      .find((each) => typeof each === 'string' && each !== '')
    return typeof value === 'string' ? value : null
  }
  const geometry = isRecord(feature['geometry']) ? feature['geometry'] : {}
  const coordinates: unknown = geometry['type'] === 'Point' ? geometry['coordinates'] : null
  const [lng, lat]: readonly unknown[] = Array.isArray(coordinates) ? coordinates : []
  const place = { name: text('name'), address: text('address'), position: positionOf(lat, lng) }
  return [{ url: text('url'), title: place.name, savedAt: timeOf(text('time')), place }]
}

function flat(properties: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const inner = Object.entries(properties).flatMap(([key, value]) =>
    isRecord(value) ? Object.entries(value).map(([name, each]) => [`${key}.${name}`, each] as const) : [],
  )
  return new Map([...Object.entries(properties), ...inner].map(([key, value]) => [key.toLowerCase(), value]))
}

/** KML of Google's My Maps, Maps.me, Organic Maps, Mapstr: a folder is a list. Network links are not followed. */
export const kml: FormatReader = {
  format: 'map',
  files: /\.kml$/iu,
  read: ({ text }) => {
    if (!/<(?:\w+:)?kml[\s>]/iu.test(text.slice(0, 2_000))) return null
    const parts = new Map<string, Entry[]>()
    const names = new Map<Element, string>()
    for (const mark of elements(text, 'placemark')) {
      const folder = closest(mark, 'folder')
      // A folder can have thousands of children, so its name is looked up once.
      const list = folder === null ? '' : (names.get(folder) ?? childText(folder, 'name') ?? '')
      if (folder !== null) names.set(folder, list)
      const entries = parts.get(list) ?? []
      entries.push(placemarkEntry(mark))
      parts.set(list, entries)
    }
    return parts.size === 0 ? null : [...parts].map(([name, entries]) => partOf(name, entries))
  },
}

function placemarkEntry(mark: Element): Entry {
  const point = child(mark, 'point')
  const [lng, lat] = (point === null ? '' : (childText(point, 'coordinates') ?? '')).split(',')
  const [position, address] = [positionOf(lat, lng), childText(mark, 'address')]
  const place = { name: childText(mark, 'name'), address, position }
  // A line or an area has no position, so it is a place only when it has an address.
  return {
    url: null,
    title: place.name,
    savedAt: null,
    ...((position !== null || address !== null) && { place }),
  }
}

/** GPX: waypoints are places; tracks are not. */
export const gpx: FormatReader = {
  format: 'map',
  files: /\.gpx$/iu,
  read: ({ text }) => {
    if (!/<(?:\w+:)?gpx[\s>]/iu.test(text.slice(0, 2_000))) return null
    const entries = elements(text, 'wpt').map((point): Entry => {
      const position = positionOf(point.attribs['lat'], point.attribs['lon'])
      const place = { name: childText(point, 'name'), address: null, position }
      return {
        url: null,
        title: place.name,
        savedAt: timeOf(childText(point, 'time')),
        ...(position && { place }),
      }
    })
    return entries.length === 0 ? null : [{ kind: 'file', name: null, entries }]
  },
}

function partOf(name: string, entries: readonly Entry[]): Part {
  return name === '' ? { kind: 'file', name: null, entries } : { kind: 'collection', name, entries }
}

function elements(text: string, name: string): Element[] {
  const document = new DomHandler()
  const handler = {
    onopentag: document.onopentag.bind(document),
    ontext: document.ontext.bind(document),
    onclosetag: document.onclosetag.bind(document),
  }
  parseMarkup(text, handler, { xmlMode: true })
  return DomUtils.getElementsByTagName((tag) => local(tag) === name, document.dom, true)
}

function local(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase()
}

function child(element: Element, name: string): Element | null {
  return element.childNodes.filter((node) => isTag(node)).find((node) => local(node.name) === name) ?? null
}

function childText(element: Element, name: string): string | null {
  const found = child(element, name)
  return found === null ? null : DomUtils.textContent(found).trim() || null
}

function closest(element: Element, name: string): Element | null {
  for (let at = element.parent; at !== null; at = at.parent)
    if (isTag(at) && local(at.name) === name) return at
  return null
}
