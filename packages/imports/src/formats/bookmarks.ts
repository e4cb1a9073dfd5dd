import {
  aboutPost,
  BETWEEN_FOLDERS,
  type Entry,
  type FormatReader,
  joined,
  ofFile,
  type Part,
  timeOf,
} from '../entries.ts'
import { parseMarkup } from '../foreign.ts'
import { postLinks } from '../known-links.ts'

/** Bookmarks of every browser, in Netscape's format: each folder is a heading followed by a list. Pocket's are similar. */
export const bookmarks: FormatReader = {
  format: 'bookmarks',
  files: /bookmarks[^/]*\.html?$/iu,
  read: ({ text }) => (HEAD.test(text.slice(0, 500)) ? bookmarkParts(text) : null),
}

const HEAD = /<!doctype netscape-bookmark|<title>pocket export/iu
/** The folders that every browser has. */
const OF_BROWSER = ['personal_toolbar_folder', 'unfiled_bookmarks_folder']
/** Programs write these to their bookmarks; a link in a note has none. */
const DAYS = ['add_date', 'time_added']

const STARTS = new Set(['dl', 'dt', 'dd', 'h3', 'li'])

interface Bookmark extends Pick<Entry, 'url' | 'savedAt' | 'texts' | 'lists'> {
  readonly posts: string[]
  title: string
  note: string
}

function bookmarkParts(text: string): readonly Part[] {
  const found: Bookmark[] = []
  const folders: string[] = []
  let heading = ''
  /** The text after `DD` is about this bookmark; after the heading of a folder, about none. */
  let last: Bookmark | undefined
  let into: 'heading' | 'title' | 'note' | null = null
  parseMarkup(text, {
    onopentag: (name, attributes) => {
      const { href = '' } = attributes
      const isOfProgram = DAYS.some((day) => day in attributes)
      if (name === 'a' && (isOfProgram || Object.keys(attributes).some((each) => each.startsWith('href')))) {
        if (into === 'note' && !isOfProgram) last?.posts.push(...postLinks(href))
        else {
          last = bookmarkOf(href, attributes, joined(folders, BETWEEN_FOLDERS) ?? '')
          found.push(last)
          into = 'title'
        }
      }
      if (STARTS.has(name)) into = name === 'dd' ? 'note' : null
      if (name === 'dl') {
        folders.push(heading.trim())
        heading = ''
      }
      if (name === 'h3') {
        heading = ''
        last = undefined
        if (!OF_BROWSER.some((folder) => folder in attributes)) into = 'heading'
      }
    },
    ontext: (piece) => {
      if (into === 'heading') heading += piece
      else if (into !== null && last) last[into] += piece
    },
    onclosetag: (name) => {
      if (name === 'dl') folders.pop()
      if (name === 'dl' || name === 'h3' || (name === 'a' && into === 'title')) into = null
    },
  })
  return ofFile(
    found.map(({ title, note, ...entry }) => ({
      ...entry,
      title: title.trim() || null,
      note: note.trim() || null,
    })),
  )
}

function bookmarkOf(url: string, attributes: Readonly<Record<string, string>>, folder: string): Bookmark {
  return {
    url,
    savedAt: timeOf(attributes['add_date'] ?? attributes['time_added']),
    texts: aboutPost('hashtags', attributes['tags']),
    lists: [folder],
    posts: [],
    title: '',
    note: '',
  }
}
