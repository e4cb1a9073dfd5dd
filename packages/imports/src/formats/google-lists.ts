import { baseName, type Entry, type FormatReader, joined, aboutPost } from '../entries.ts'
import type { Row } from '../csv.ts'
import { isLink, isMapsLink, postLinks } from '../known-links.ts'
import { type Column, columnNamed } from './columns.ts'

/**
 * Google's Takeout: one file for each saved list with title, note, link, tags and comment. Labels are in the person's
 * language, so the header is known by its third column.
 */
export const googleLists: FormatReader = {
  format: 'google',
  files: /(?:^|\/)Takeout\/[^/]+\/[^/]+\.csv$/iu,
  read: (file) => {
    const { rows, beyond } = file.table()
    const header = rows.findIndex(isHeader)
    // A list with a description has it in the first rows.
    if (header === -1 || header > MAX_ROWS_BEFORE) return null
    const entries = rows.slice(header + 1).map(entryOf)
    return [{ kind: 'collection', name: baseName(file.name), entries, beyond }]
  },
}

const MAX_ROWS_BEFORE = 3
const URL_COLUMN = 2

function isHeader(row: Row): boolean {
  const others = row.filter((_, index) => index !== URL_COLUMN)
  return (
    (row.length === 4 || row.length === 5) &&
    /^url$/iu.test(row[URL_COLUMN] ?? '') &&
    others.every((cell) => cell !== '' && !isLink(cell) && !OF_SHEETS.has(columnNamed(cell)))
  )
}

/** A person's own sheet may have its links in the third column, too. */
const OF_SHEETS = new Set<Column | null>(['address', 'city', 'both', 'lat', 'lng', 'list', 'videos', 'time'])

function entryOf([title = '', note = '', url = '', tags = '', comment = '']: Row): Entry {
  const name = title || null
  return {
    url: url || null,
    title: name,
    savedAt: null,
    note: joined([note, comment]),
    texts: aboutPost('hashtags', tags),
    posts: postLinks(tags),
    ...(isMapsLink(url) && { place: { name, address: null, position: null } }),
  }
}
