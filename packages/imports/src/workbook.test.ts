import { expect, it } from 'vitest'
import { namesToRead, readImport } from './read-import.ts'
import { tablesOfWorkbook, WORKBOOK } from './workbook.ts'

const SHARED =
  '<?xml version="1.0"?><sst><si><t>Nombre</t></si><si><t>Dirección</t></si><si><r><t>Fonda </t></r><r><t xml:space="preserve">&quot;Lucha&quot;</t></r><rPh><t>x</t></rPh></si><si><t>Latitud</t></si><si><t>Longitud</t></si></sst>'
const cell = (at: string, value: string | number) =>
  typeof value === 'string'
    ? `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
    : `<c r="${at}"><v>${value}</v></c>`
const shared = (at: string, index: number) => `<c r="${at}" s="1" t="s"><v>${index}</v></c>`
const HEADER = `<row r="1">${shared('A1', 0)}${shared('B1', 1)}${shared('D1', 3)}${shared('E1', 4)}</row>`
const sheet = (rows: string, links = '') =>
  `<?xml version="1.0"?><worksheet xmlns:r="x"><sheetData>${HEADER}${rows}</sheetData><hyperlinks>${links}</hyperlinks></worksheet>`
const workbook = (text: string, others: readonly (readonly [string, string])[] = []) =>
  tablesOfWorkbook(new Map([['xl/sharedStrings.xml', SHARED], ['xl/worksheets/sheet1.xml', text], ...others]))

it('a sheet is a table, with its empty cells and the links behind its cells', () => {
  const rows = `<row r="2">${shared('A2', 2)}${cell('B2', 'Luna 9, Puebla')}${cell('D2', 19.4022)}${cell('E2', -99.1711)}</row><row r="3">${cell('A3', 'Mole')}</row>`
  const rels =
    '<Relationships><Relationship Id="rId1" Target="https://youtu.be/aBcDeFgHiJk" TargetMode="External"/></Relationships>'
  const tables = workbook(sheet(rows, '<hyperlink ref="A3" r:id="rId1"/>'), [
    ['xl/worksheets/_rels/sheet1.xml.rels', rels],
  ])
  expect(readImport(tables ?? [])).toMatchObject({
    format: 'table',
    posts: [
      {
        title: 'Fonda "Lucha"',
        url: 'https://www.google.com/maps/place/Fonda%20%22Lucha%22%2C%20Luna%209%2C%20Puebla/@19.4022,-99.1711,17z',
      },
      { platform: 'YouTube', title: 'Mole' },
    ],
    read: 2,
    unread: [],
  })
})

it.each([
  ['Fecha', { savedAt: new Date('2025-11-12T12:00:00Z') }],
  ['Nota', { savedAt: null, note: '45973.5' }],
])('a number is a day where its column says so: %s', (header, post) => {
  const cells = `<row r="1">${cell('A1', 'Nombre')}${cell('B1', header)}${cell('C1', 'Enlace')}</row><row r="2">${cell('A2', 'Mole')}${cell('B2', 45_973.5)}${cell('C2', 'https://youtu.be/aBcDeFgHiJk')}</row>`
  const tables = workbook(`<worksheet><sheetData>${cells}</sheetData></worksheet>`)
  expect(readImport(tables ?? [])?.posts).toMatchObject([post])
})

it('a text that many cells share does not fill the memory', () => {
  const long = `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`
  const rows = Array.from(
    { length: 9_000 },
    (_, row) => `<row r="${row + 2}">${shared(`A${row + 2}`, 0)}</row>`,
  )
  expect(workbook(sheet(rows.join('')), [['xl/sharedStrings.xml', long]])).toBeNull()
})

it.each([
  ['a column far to the right', cell('XFD2', 'x')],
  ['a cell without a place', '<c><v>1</v></c>'],
  ['a number of no text', '<c r="A2" t="s"><v>99</v></c>'],
  ['nothing', ''],
])('%s adds no column', (_, cells) => {
  expect(workbook(sheet(`<row r="2">${cells}</row>`))?.[0]?.text.split('\n')[0]).toBe(
    '"Nombre","Dirección","","Latitud","Longitud"',
  )
})

it('only its sheets and texts are read', () => {
  const names = [
    WORKBOOK,
    'xl/sharedStrings.xml',
    'xl/worksheets/sheet1.xml',
    'xl/styles.xml',
    'docProps/a.txt',
  ]
  expect(namesToRead(names)).toEqual(names.slice(1, 3))
})
