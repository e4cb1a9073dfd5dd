import { aboutPost, type Entry, type FormatReader, type Part, partsByList, timeOf } from '../entries.ts'
import { parseMarkup } from '../foreign.ts'

/** Bookmarks of every browser, in Netscape's format: each folder is a heading followed by a list. Pocket's are similar. */
export const bookmarks: FormatReader = {
  format: 'bookmarks',
  files: /bookmarks[^/]*\.html?$/iu,
  read: ({ text }) => (HEAD.test(text.slice(0, 500)) ? bookmarkParts(text) : null),
}

const HEAD = /<!doctype netscape-bookmark|<title>pocket export/iu

interface Bookmark extends Pick<Entry, 'url' | 'savedAt' | 'texts'> {
  readonly folder: string
  title: string
  note: string
}

function bookmarkParts(text: string): readonly Part[] {
  const found: Bookmark[] = []
  const folders: string[] = []
  let heading = ''
  let into: 'heading' | 'title' | 'note' | null = null
  parseMarkup(text, {
    onopentag: (name, attributes) => {
      if (name === 'dl') folders.push(heading)
      if (name === 'h3') heading = ''
      if (name === 'a')
        found.push({
          url: attributes['href'] ?? '',
          savedAt: timeOf(attributes['add_date'] ?? attributes['time_added']),
          texts: aboutPost('hashtags', attributes['tags']),
          folder: folders.at(-1) ?? '',
          title: '',
          note: '',
        })
      // The text after `DD` describes the bookmark before it.
      into = name === 'a' ? 'title' : name === 'h3' ? 'heading' : name === 'dd' ? 'note' : null
    },
    ontext: (piece) => {
      const bookmark = found.at(-1)
      if (into === 'heading') heading += piece
      else if (into !== null && bookmark) bookmark[into] += piece
    },
    onclosetag: (name) => {
      if (name === 'dl') folders.pop()
      into = null
    },
  })
  return partsByList(
    found.map(({ folder, title, note, ...entry }) => [
      folder.trim(),
      { ...entry, title: title.trim() || null, note: note.trim() || null },
    ]),
  )
}
