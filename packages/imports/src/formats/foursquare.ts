import { isRecord } from '@antojo/domain/unknown-values'
import {
  aboutPost,
  daysOf,
  type Entry,
  type FormatReader,
  type Part,
  positionOf,
  textOf,
  timeOf,
} from '../entries.ts'

/** Foursquare's export: the person's lists with their places, and the check-ins of Swarm. Tips are not read. */
export const foursquare: FormatReader = {
  format: 'map',
  files: /(?:^|\/)(?:lists|checkins)\d*\.json$/iu,
  read: (file) => {
    const root = file.json()
    const items = isRecord(root) && Array.isArray(root['items']) ? root['items'] : []
    const known = items.filter(isRecord)
    if (known.some((list) => isRecord(list['listItems']))) return known.map(partOf)
    return known.some((item) => item['type'] === 'checkin' && isRecord(item['venue']))
      ? [{ kind: 'saved', name: null, entries: visitsOf(items) }]
      : null
  },
}

/** Each check-in is a visit. Its position is that of the person, so all visits of a venue have that of the first one. */
function visitsOf(items: readonly unknown[]): readonly Entry[] {
  const positions = new Map<unknown, unknown>()
  return items.map((value) => {
    const { venue, shout, ...item } = isRecord(value) ? value : {}
    const facts = isRecord(venue) ? venue : {}
    const location = facts['location'] ?? positions.get(facts['id']) ?? item
    positions.set(facts['id'], location)
    const entry = entryOf({ createdAt: item['createdAt'], text: shout, venue: { ...facts, location } })
    return { ...entry, visited: daysOf(entry.savedAt) }
  })
}

function partOf(list: Readonly<Record<string, unknown>>): Part {
  const { listItems } = list
  const items: readonly unknown[] =
    isRecord(listItems) && Array.isArray(listItems['items']) ? listItems['items'] : []
  return { kind: 'collection', name: textOf(list['name']) ?? '—', entries: items.map(entryOf) }
}

function entryOf(value: unknown): Entry {
  const item = isRecord(value) ? value : {}
  const venue = isRecord(item['venue']) ? item['venue'] : {}
  const location = isRecord(venue['location']) ? venue['location'] : {}
  const words = [item['note'], item['tip']].map((each) => textOf(isRecord(each) ? each['text'] : each))
  const place = {
    name: textOf(venue['name']),
    address: textOf(location['address']),
    position: positionOf(location['lat'], location['lng']),
  }
  return {
    url: null,
    title: place.name,
    savedAt: timeOf(item['createdAt']),
    note: words.find((each) => each !== null) ?? textOf(item['text']),
    texts: aboutPost('description', item['description']),
    place,
  }
}
