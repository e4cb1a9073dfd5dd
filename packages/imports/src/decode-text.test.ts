import { expect, it } from 'vitest'
import { decodeText, repairMojibake } from './decode-text.ts'

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const RIGHT = 'Nombre,Nota\nTaquería Lucha,"año 🌮 “sí”"\n'

it.each<[string, Uint8Array, string]>([
  ['UTF-8', Buffer.from(RIGHT), RIGHT],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${RIGHT}`), RIGHT],
  ['UTF-16', Buffer.from(`\uFEFF${RIGHT}`, 'utf16le'), RIGHT],
  ['UTF-16, the other way round', bigEndian(`\uFEFF${RIGHT}`), RIGHT],
  ['UTF-16 without its mark', Buffer.from(RIGHT, 'utf16le'), RIGHT],
  ['UTF-16 without its mark, the other way round', bigEndian(RIGHT), RIGHT],
  [
    'UTF-16 with letters of two bytes',
    Buffer.from('Nombre,Nota\nĀĒ Ōsaka,ramen\n', 'utf16le'),
    'Nombre,Nota\nĀĒ Ōsaka,ramen\n',
  ],
  [
    'UTF-16 of another script',
    Buffer.from('店,地址\n寿司店,東京都港区\n', 'utf16le'),
    '店,地址\n寿司店,東京都港区\n',
  ],
  ['Windows-1252', latin('Café,Año\nÑandú,sí'), 'Café,Año\nÑandú,sí'],
  ['Windows-1252 with a capital before a quote', Buffer.from([0x93, 0x43, 0xc9, 0x94]), '“CÉ”'],
  ['one bad byte', Buffer.concat([Buffer.from(RIGHT), latin('Bar Río\n')]), `${RIGHT}Bar Río\n`],
  [
    'a bad byte in a line of good ones',
    Buffer.concat([Buffer.from('Niño, Peñón '), latin('Río'), Buffer.from(' Ávila')]),
    'Niño, Peñón Río Ávila',
  ],
  ['a bad byte among Cyrillic', Buffer.concat([Buffer.from('Кафе Пушкинъ '), latin('é')]), 'Кафе Пушкинъ é'],
  ['a cut character', Buffer.from('a🌮').subarray(0, 4), 'að\u0178\u0152'],
  ['an overlong character', Buffer.from([0xe0, 0x80, 0x80]), 'à€€'],
  ['nothing', Buffer.of(), ''],
  ['one byte', Buffer.of(0xe9), 'é'],
  ['one stray zero', Buffer.from(`a\0${'b'.repeat(200)}`), `a\0${'b'.repeat(200)}`],
])('reads %s', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})

it.each([
  ['Caf\u00c3\u00a9 \u00f0\u009f\u008c\u00ae', 'Café 🌮'],
  ['Café', 'Café'],
  ['\u00e0\u0080\u0080', '\u00e0\u0080\u0080'],
])('repairs %j', (text, right) => {
  expect(repairMojibake(text)).toBe(right)
})
