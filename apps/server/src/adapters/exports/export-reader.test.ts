import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { googleList, tiktokJson } from '@antojo/testing/exports'
import { kmlFolder } from '@antojo/testing/link-exports'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DecodingPool } from '../decoder/pool.ts'
import { findConfinement } from '../decoder/find-confinement.ts'
import { createExportReader, type ExportOutcome } from './export-reader.ts'

let folder: string
const pool = new DecodingPool({
  level: async () => (await findConfinement()).level,
  maxMemoryMb: 832,
})
const readExport = createExportReader(pool)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antojo-exports-'))
})
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

async function read(
  name: string,
  text: string | Uint8Array,
  signal = AbortSignal.timeout(60_000),
): Promise<ExportOutcome> {
  const path = join(folder, 'file')
  await writeFile(path, text)
  return readExport({ path, name, choice: {} }, signal)
}

const link = (id: number): string =>
  `https://www.tiktok.com/@a/video/${7_300_000_000_000_000_000n + BigInt(id)}`

it('reads a file in a process of its own, which ends with it', async () => {
  const text = Array.from({ length: 1_200 }, (_, id) => `${link(id)}\n`).join('')
  const outcome = await read('a.txt', text)
  if (outcome.kind !== 'found') throw new Error(outcome.code)
  const { format, parts, total } = outcome.found
  expect({ format, parts, total }).toEqual({
    format: 'links',
    parts: [{ kind: 'file', name: null }],
    total: 1_200,
  })
  const pieces = [...outcome.found.posts()]
  expect(pieces.map(({ length }) => length)).toEqual([500, 500, 200])
  expect(pieces.flat().at(-1)).toMatchObject({
    platform: 'TikTok',
    canonicalUrl: expect.stringContaining('1199'),
  })
  expect(pool.use().processes).toBe(0)
})

it('reads the sheets of a spreadsheet, also of one in an archive', async () => {
  const cells = (row: number, ...texts: readonly string[]) =>
    `<row r="${row}">${texts.map((text, column) => `<c r="${'AB'[column]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const sheet = `<worksheet><sheetData>${cells(1, 'Nombre', 'Enlace')}${cells(2, 'Mole', link(1))}</sheetData></worksheet>`
  const book = zipSync({
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    'docProps/app.xml': strToU8('<a/>'),
  })
  for (const file of [book, zipSync({ 'Drive/sitios.xlsx': book })]) {
    const outcome = await read('sitios.xlsx', file)
    if (outcome.kind !== 'found') throw new Error(outcome.code)
    expect(outcome.found).toMatchObject({ format: 'table', total: 1 })
  }
})

it('reads the maps in an archive, which are archives too', async () => {
  const kml = kmlFolder('Cenas', [{ name: 'Fonda Lucha', position: [-96.7211, 17.0622] }])
  const kmz = zipSync({ 'doc.kml': strToU8(kml) })
  const takeout = zipSync({
    'Takeout/My Maps/Viaje.kmz': kmz,
    'Takeout/Saved/Quiero ir.csv': strToU8(googleList([{ name: 'Bar Nilo', cid: '78' }])),
  })
  const outcome = await read('takeout.zip', takeout)
  if (outcome.kind !== 'found') throw new Error(outcome.code)
  expect([...outcome.found.posts()].flat().map(({ title }) => title)).toEqual(['Fonda Lucha', 'Bar Nilo'])
})

describe('a broken archive', () => {
  const files = Object.fromEntries(
    Array.from({ length: 4 }, (_, list) => [
      `Takeout/Saved/${list}.csv`,
      strToU8(
        googleList(Array.from({ length: 50 }, (__, id) => ({ name: `Nilo ${id}`, cid: `${list}${id}f` }))),
      ),
    ]),
  )
  const whole = zipSync(files)

  it.each([0.1, 0.6, 0.99])('that is cut at %f is refused', async (part) => {
    const cut = whole.slice(0, Math.floor(whole.length * part))
    expect(await read('takeout.zip', cut)).toMatchObject({ kind: 'refused', code: 'import_unreadable' })
  })

  it('with a changed byte is refused, or gives what is left of it', async () => {
    for (let at = 7; at < whole.length; at += Math.floor(whole.length / 5)) {
      const outcome = await read('takeout.zip', whole.with(at, (whole[at] ?? 0) ^ 0xff))
      expect(outcome.kind === 'refused' ? outcome.code : outcome.kind).toMatch(
        /^(?:found|import_unreadable|import_too_large)$/u,
      )
    }
  })

  it('in two others is not opened', async () => {
    const twice = zipSync({ 'b.zip': zipSync({ 'a.zip': whole }) })
    expect(await read('c.zip', twice)).toMatchObject({ code: 'import_unreadable' })
    expect(await read('b.zip', zipSync({ 'a.zip': whole }))).toMatchObject({ kind: 'found' })
  })
})

describe('a file is refused with its own reason', () => {
  it.each([
    ['nested without end', 'a.json', '['.repeat(1_000_000), 'import_too_deep'],
    ['of values that take much memory', 'a.json', `[${'[],'.repeat(10_000_000)}0]`, 'import_too_much_memory'],
    ['larger than a text may be', 'a.txt', ' '.repeat(33 * 1024 ** 2), 'import_too_large'],
    ['without anything to import', 'a.txt', 'nada', 'import_unreadable'],
    [
      'of an account that has saved nothing',
      'user_data_tiktok.json',
      tiktokJson({ favourites: [], likes: [] }),
      'import_empty',
    ],
  ])('%s', async (_, name, text, code) => {
    expect(await read(name, text)).toMatchObject({ kind: 'refused', code })
  })

  it.each<[string, Uint8Array]>([
    ['old Excel and Word', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['OpenDocument', zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('<x/>') })],
    ['Numbers', zipSync({ 'Index/Document.iwa': strToU8('x'), 'preview.jpg': strToU8('x') })],
    ['Word', zipSync({ 'word/document.xml': strToU8('<x/>'), '[Content_Types].xml': strToU8('<x/>') })],
    ['binary Excel', zipSync({ 'xl/workbook.bin': strToU8('x') })],
  ])('a document of %s, with the way out', async (_, bytes) => {
    expect(await read('sitios', bytes)).toMatchObject({ code: 'import_spreadsheet' })
  })

  it('that takes long', async () => {
    const slow = createExportReader({ run: async () => ({ ok: false, reason: 'too_slow' }) })
    const path = join(folder, 'file')
    expect(await slow({ path, name: 'a.txt', choice: {} }, AbortSignal.timeout(1_000))).toMatchObject({
      code: 'import_too_slow',
    })
  })
})

it('rejects with the reason of a caller who left', async () => {
  const leaving = AbortSignal.abort(new Error('left'))
  await expect(read('a.txt', link(1), leaving)).rejects.toThrow('left')
})
