import type { Element } from 'domhandler'
import { type Entry, type FormatReader, joined, ofFile, positionOf, timeOf } from '../entries.ts'
import { plainText } from '../foreign.ts'
import { isMapsLink, postLinks } from '../known-links.ts'
import { child, childText, closest, contentOf, descendants, elements, local } from '../xml.ts'

/** GPX of OsmAnd, Organic Maps and others: waypoints are places; tracks and routes are not. */
export const gpx: FormatReader = {
  format: 'map',
  files: /\.gpx$/iu,
  read: ({ text }) => {
    if (!/<(?:\w+:)?gpx[\s>]/iu.test(text.slice(0, 2_000))) return null
    const found = elements(text, 'wpt', 'trk', 'rte')
    const [first] = found
    const root = first === undefined ? null : closest(first, 'gpx')
    // The description in Antojo's own file is made for people; it is no note.
    const isOwn = root?.attribs['creator'] === 'Antojo'
    const metadata = root === null ? null : child(root, 'metadata')
    const whole = (metadata === null ? null : childText(metadata, 'name'))?.replace(OSMAND_FILE, '') ?? ''
    return ofFile(
      found.map((element) => ({
        ...entryOf(element, isOwn),
        ...(local(element.name) !== 'wpt' && { unread: 'not_a_point' as const }),
        lists: [childText(element, 'type') ?? whole],
      })),
    )
  },
}

/** OsmAnd calls the file of a folder "favorites-Tacos". */
const OSMAND_FILE = /^favou?rites-/iu

function entryOf(point: Element, isOwn: boolean): Entry {
  const position = positionOf(point.attribs['lat'], point.attribs['lon'])
  const name = childText(point, 'name')
  const [address] = descendants(point, 'address').map(contentOf)
  const links = descendants(point, 'link').map(({ attribs }) => attribs['href'] ?? '')
  const words = [childText(point, 'desc'), childText(point, 'cmt')].map((text) => text && plainText(text))
  return {
    url: links.find(isMapsLink) ?? null,
    title: name,
    savedAt: timeOf(childText(point, 'time')),
    note: isOwn ? null : joined([...new Set(words)]),
    posts: links.flatMap(postLinks),
    ...(position && { place: { name, address: address ?? null, position } }),
  }
}
