import { isRecord } from '@antojo/domain/unknown-values'
import {
  aboutPost,
  type Entry,
  type FormatReader,
  type Part,
  positionOf,
  textOf,
  timeOf,
} from '../entries.ts'

/** Foursquare's export: the person's lists with their places. Visits and tips are other files, and are not read. */
export const foursquare: FormatReader = {
  format: 'map',
  files: /(?:^|\/)lists\d*\.json$/iu,
  read: (file) => {
    const root = file.json()
    const lists = isRecord(root) && Array.isArray(root['items']) ? root['items'].filter(isRecord) : []
    return lists.some((list) => isRecord(list['listItems'])) ? lists.map(partOf) : null
  },
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
