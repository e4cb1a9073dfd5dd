import type { TextFile } from './entries.ts'
import { parseMarkup } from './foreign.ts'
import { elements } from './xml.ts'

/** A spreadsheet in the format of Excel (`.xlsx`) is an archive that has this file. */
export const WORKBOOK = 'xl/workbook.xml'
export const OF_WORKBOOK = /^xl\/(?:sharedStrings\.xml|worksheets\/(?:_rels\/)?sheet\d+\.xml(?:\.rels)?)$/u

const XML = { xmlMode: true }
const SHEET = /^xl\/worksheets\/(?<name>sheet\d+)\.xml$/u
const MAX_COLUMNS = 100
const MAX_CELL = 10_000
/** A sheet says a text once and uses it many times. */
const MAX_LENGTH = 32 * 1024 ** 2

/** The sheets as tables, from the texts of the files of a workbook; null when they are too long. */
export function tablesOfWorkbook(files: ReadonlyMap<string, string>): readonly TextFile[] | null {
  const shared = sharedTexts(files.get('xl/sharedStrings.xml') ?? '')
  const tables: TextFile[] = []
  let length = 0
  for (const [path, text] of files) {
    const name = SHEET.exec(path)?.groups?.['name']
    if (name === undefined) continue
    const lines: string[] = []
    const links = linksOf(files.get(`xl/worksheets/_rels/${name}.xml.rels`) ?? '')
    for (const row of rowsOf(text, shared, links)) {
      const line = row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
      length += line.length
      if (length > MAX_LENGTH) return null
      lines.push(line)
    }
    tables.push({ name: `${name}.csv`, text: lines.join('\n') })
  }
  return tables
}

/** The texts that cells refer to by number; a text may have several pieces. */
function sharedTexts(xml: string): readonly string[] {
  const texts: string[] = []
  const open: string[] = []
  const handler = {
    onopentag: (name: string) => {
      open.push(name)
      if (name === 'si') texts.push('')
    },
    // The reading of Japanese words is beside them.
    ontext: (piece: string) => {
      if (open.at(-1) === 't' && !open.includes('rPh')) texts.push((texts.pop() ?? '') + piece)
    },
    onclosetag: () => void open.pop(),
  }
  parseMarkup(xml, handler, XML)
  return texts
}

/** The addresses that a sheet links to, by their ids. */
function linksOf(xml: string): ReadonlyMap<string, string> {
  return new Map(
    elements(xml, 'relationship').map(({ attribs }) => [attribs['Id'] ?? '', attribs['Target'] ?? '']),
  )
}

/** The rows with their cells; the links of a row, which are not in the text of a cell, are cells after them. */
function rowsOf(
  xml: string,
  shared: readonly string[],
  links: ReadonlyMap<string, string>,
): readonly (readonly string[])[] {
  const rows = new Map<string, string[]>()
  const linked = new Map<string, string[]>()
  let width = 0
  let cell = { at: '', type: '', text: '' }
  let isText = false
  const handler = {
    onopentag: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === 'c') cell = { at: attributes['r'] ?? '', type: attributes['t'] ?? '', text: '' }
      isText = name === 'v' || name === 't'
      const link = name === 'hyperlink' ? links.get(attributes['r:id'] ?? '') : undefined
      if (link === undefined) return
      const row = rowIn(attributes['ref'] ?? '')
      linked.set(row, [...(linked.get(row) ?? []), link])
    },
    ontext: (piece: string) => {
      if (isText) cell.text += piece
    },
    onclosetag: (name: string) => {
      isText = false
      const column = columnIn(cell.at)
      if (name !== 'c' || column < 0 || column >= MAX_COLUMNS) return
      const text = cell.type === 's' ? (shared[Number(cell.text)] ?? '') : cell.text
      const row = rows.get(rowIn(cell.at)) ?? []
      row[column] = text.slice(0, MAX_CELL)
      rows.set(rowIn(cell.at), row)
      width = Math.max(width, row.length)
    },
  }
  parseMarkup(xml, handler, XML)
  const mostLinks = [...linked.values()].reduce((most, { length }) => Math.max(most, length), 0)
  return [...rows].map(([number, row]) =>
    Array.from({ length: width + Math.min(mostLinks, MAX_COLUMNS) }, (_, column) =>
      column < width ? (row[column] ?? '') : (linked.get(number)?.[column - width] ?? ''),
    ),
  )
}

/** `7` for the cell `C7`. */
function rowIn(at: string): string {
  return at.replace(/^[A-Z]+/u, '')
}

/** `2` for the cell `C7`. */
function columnIn(at: string): number {
  const letters = /^[A-Z]{1,3}/u.exec(at)?.[0] ?? ''
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
