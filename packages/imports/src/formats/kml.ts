import { isRecord } from '@antojo/domain/unknown-values'
import type { Element } from 'domhandler'
import {
  aboutPost,
  BETWEEN_FOLDERS,
  daysIn,
  daysOf,
  type Entry,
  type FormatReader,
  joined,
  namesIn,
  ofFile,
  positionOf,
  textOf,
  timeOf,
} from '../entries.ts'
import { parseJson, plainText } from '../foreign.ts'
import { isLink, isMapsLink, postLinks } from '../known-links.ts'
import { child, childText, closest, contentOf, descendants, elements } from '../xml.ts'

/**
 * KML of Google's My Maps, Maps.me, Organic Maps, Mapstr: a folder is a list, or the whole file when it has none; Swarm's feed of check-ins. Network
 * links are not followed.
 */
export const kml: FormatReader = {
  format: 'map',
  files: /\.kml$/iu,
  read: ({ text }) => {
    if (!/<(?:\w+:)?kml[\s>]/iu.test(text.slice(0, 2_000))) return null
    const names = new Map<Element, string | null>()
    const marks = elements(text, 'placemark')
    const hasFolders = marks.some((mark) => closest(mark, 'folder') !== null)
    return ofFile(
      marks.map((mark) => {
        const data = dataOf(mark)
        // The document of Antojo's own file is no list.
        if (data.has('videos')) return entryOf(mark, data, false)
        const list = listOf(mark, hasFolders ? 'folder' : 'document', names) ?? ''
        const isOfVisits = SWARM.test(list)
        return { ...entryOf(mark, data, isOfVisits), lists: isOfVisits ? [] : [list] }
      }),
    )
  },
}

/** The feed of a person's check-ins in Swarm, of which each is a visit. */
const SWARM = /^(?:foursquare|swarm) check-?in history/iu

/** The words of a check-in, `@NAME- WORDS`. */
function shoutOf(words: string, name: string): string {
  const head = `@${name}`
  return words.startsWith(head) ? words.slice(head.length).replace(/^\s*-\s*/u, '') : words
}

/** The names of the folders of an element, the outermost first. A folder has thousands of children, so each is named once. */
function listOf(element: Element, owner: string, names: Map<Element, string | null>): string | null {
  const folder = closest(element, owner)
  if (folder === null) return null
  const known = names.get(folder)
  if (known !== undefined) return known
  const name = joined([listOf(folder, owner, names), childText(folder, 'name')], BETWEEN_FOLDERS)
  names.set(folder, name)
  return name
}

function entryOf(mark: Element, data: ReadonlyMap<string, string>, isVisit: boolean): Entry {
  const values = [...data.values()]
  const stated = locationIn(data.get('location'))
  const address = childText(mark, 'address') ?? stated.address
  const name = childText(mark, 'name') ?? stated.name
  const [position = null, ...otherPositions] = descendants(mark, 'point').flatMap(
    (point) => pointOf(point) ?? [],
  )
  const url = values.find(isMapsLink) ?? null
  const description = childText(mark, 'description')
  const words = description === null ? null : plainText(description)
  const time = child(mark, 'timestamp')
  const savedAt = timeOf(time === null ? childText(mark, 'published') : childText(time, 'when'))
  const entry = {
    url,
    title: name,
    savedAt,
    // Antojo's own file describes the place for people, and has the note for programs.
    note: data.has('videos')
      ? (data.get('note') ?? null)
      : isVisit
        ? shoutOf(words ?? '', name ?? '')
        : (words ?? joined(values.filter((value) => !isLink(value) && value !== data.get('location')))),
    lists: namesIn(data.get('lists')),
    visited: data.has('videos') ? daysIn(data.get('visited')) : isVisit ? daysOf(savedAt) : [],
    texts: aboutPost('description', joined([childText(mark, 'snippet')])),
    posts: [...new Set(values.flatMap(postLinks))],
  }
  if (position === null && descendants(mark, ...SHAPES).length > 0) return { ...entry, unread: 'not_a_point' }
  // Without a position, a bare name is no place, but an address is.
  const isPlace = position !== null || address !== null || url !== null
  return { ...entry, ...(isPlace && { place: { name, address, position }, otherPositions }) }
}

const SHAPES = ['linestring', 'polygon', 'linearring', 'track', 'model']

function pointOf(point: Element) {
  const cells = (childText(point, 'coordinates') ?? '').split(',').map((cell) => cell.trim())
  const [lng, lat, height = '0'] = cells
  const areWhole = cells.every((cell) => /^-?\d+$/u.test(cell))
  // `21,5,52,25` has decimal commas; `21,5,52` may have one.
  if (areWhole && cells.length > 3) return positionOf(`${cells[2]}.${cells[3]}`, `${lng}.${lat}`)
  return areWhole && Number(height) !== 0 ? null : positionOf(lat, lng)
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
