import { isRecord } from '@antojo/domain/unknown-values'
import type { Element } from 'domhandler'
import {
  aboutPost,
  daysIn,
  type Entry,
  type FormatReader,
  joined,
  namesIn,
  partsByList,
  positionOf,
  textOf,
  timeOf,
} from '../entries.ts'
import { parseJson, plainText } from '../foreign.ts'
import { isMapsLink, postLinks } from '../known-links.ts'
import { child, childText, closest, contentOf, descendants, elements } from '../xml.ts'

/**
 * KML of Google's My Maps, Maps.me, Organic Maps, Mapstr: a folder is a list, or the whole file when it has none. Network
 * links are not followed.
 */
export const kml: FormatReader = {
  format: 'map',
  files: /\.kml$/iu,
  read: ({ text }) => {
    if (!/<(?:\w+:)?kml[\s>]/iu.test(text.slice(0, 2_000))) return null
    const names = new Map<Element, string>()
    const marks = elements(text, 'placemark')
    const hasFolders = marks.some((mark) => closest(mark, 'folder') !== null)
    return partsByList(
      marks.map((mark) => {
        const data = dataOf(mark)
        // The document of Antojo's own file is no list.
        const owner = data.has('videos') ? null : closest(mark, hasFolders ? 'folder' : 'document')
        // A folder can have thousands of children, so its name is looked up once.
        const list = owner === null ? '' : (names.get(owner) ?? childText(owner, 'name') ?? '')
        if (owner !== null) names.set(owner, list)
        return [list, entryOf(mark, data)]
      }),
    )
  },
}

function entryOf(mark: Element, data: ReadonlyMap<string, string>): Entry {
  const values = [...data.values()]
  const stated = locationIn(data.get('location'))
  const address = childText(mark, 'address') ?? stated.address
  const name = childText(mark, 'name') ?? stated.name
  const points = descendants(mark, 'point')
  const position = points.map(pointOf).find((each) => each !== null) ?? null
  const url = values.find((value) => isLink(value) && isMapsLink(value)) ?? null
  const description = childText(mark, 'description')
  const words = description === null ? null : plainText(description)
  const time = child(mark, 'timestamp')
  const entry = {
    url,
    title: name,
    savedAt: time === null ? null : timeOf(childText(time, 'when')),
    // Antojo's own file describes the place for people, and has the note for programs.
    note: data.has('videos')
      ? (data.get('note') ?? null)
      : (words ?? joined(values.filter((value) => !isLink(value) && value !== data.get('location')))),
    lists: namesIn(data.get('lists')),
    visited: data.has('videos') ? daysIn(data.get('visited')) : [],
    texts: aboutPost('description', joined([childText(mark, 'snippet')])),
    posts: [...new Set(values.flatMap(postLinks))],
  }
  if (position === null && descendants(mark, ...SHAPES).length > 0) return { ...entry, unread: 'not_a_point' }
  // Without a position, a bare name is no place, but an address is.
  const isPlace = position !== null || address !== null || url !== null
  return { ...entry, ...(isPlace && { place: { name, address, position } }) }
}

const SHAPES = ['linestring', 'polygon', 'linearring', 'track', 'model']

function pointOf(point: Element) {
  const [lng, lat] = (childText(point, 'coordinates') ?? '').split(',')
  return positionOf(lat, lng)
}

/** The columns of `ExtendedData`, by their names in lower case. */
function dataOf(mark: Element): ReadonlyMap<string, string> {
  const pairs = [
    ...descendants(mark, 'simpledata').map((each) => [each, contentOf(each)] as const),
    ...descendants(mark, 'data').map((each) => [each, childText(each, 'value')] as const),
  ]
  return new Map(
    pairs.flatMap(([{ attribs }, value]) =>
      value === null ? [] : [[(attribs['name'] ?? '').toLowerCase(), value] as const],
    ),
  )
}

/** Converters of Google's saved places write `{ "address": …, "name": … }` in one column. */
function locationIn(text: string | undefined) {
  const value = text === undefined ? null : parseJson(text)
  const location = isRecord(value) ? value : {}
  return { name: textOf(location['name']), address: textOf(location['address']) }
}

function isLink(value: string): boolean {
  return /^https?:\/\/\S+$/iu.test(value)
}
