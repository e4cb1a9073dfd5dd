import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUrls, readPasted } from './find-urls.ts'
import { parseLink } from './link.ts'
import { hasLink } from './link-start.ts'
import { mapsLinkOf, type MapsPlace, readMapsLink } from './maps-link.ts'

/** `LINK_CASES=100000 npx vitest run generated-links` runs more of them. */
const CASES = Number(process.env['LINK_CASES'] ?? 2_000)
const RUN = { numRuns: CASES, seed: Number(process.env['LINK_SEED'] ?? 11) }

const LINKS = [
  'https://www.tiktok.com/@_/video/7305551112223334445',
  'https://www.tiktok.com/@mesa.larga/photo/7305551112223334446',
  'https://vm.tiktok.com/ZMk3aB9xy/',
  'https://vt.tiktok.com/ZSk3aB9xz',
  'https://www.youtube.com/watch?v=mZ-4_kQ7x0_',
  'https://www.youtube.com/watch?v=_Z94kkQ7x0-',
  'https://youtu.be/mZ84_kQ7x0A',
  'https://www.instagram.com/reel/DAb_c-D3fGh/',
  'https://www.instagram.com/p/DAb_c-D3f__/',
  'https://www.instagram.com/share/reel/BAk3xYz_9',
  'https://www.facebook.com/watch/?v=3216549870123',
  'https://www.facebook.com/reel/3216549870124',
  'https://www.facebook.com/mesalarga/posts/pfbid02AbCdEf9',
  'https://www.facebook.com/permalink.php?story_fbid=pfbid02AbCdEf8&id=61550001112223',
  'https://www.facebook.com/groups/antojos.gdl/posts/3216549870125',
  'https://fb.watch/kX3_aB-9y_/',
  'https://maps.app.goo.gl/kX3aB9yZ7tQ2mN8p6',
  'https://www.google.com/maps?cid=10281119596374313554',
  'https://www.google.com/maps/place/Mesa%20Larga%2C%20Calle%208/@20.6736,-103.344,17z',
  'https://maps.apple/p/kX3~aB.9y',
  'https://mesalarga.example/carta/tacos_(de_noche)',
  'https://mesalarga.example/?p=12&lang=es',
]

/** What texts, chats, notes, files and markup have before and behind a link. */
const DECORATIONS: readonly (readonly [before: string, behind: string])[] = [
  ...[' ', '\n', '\r\n', '\t', '\u00a0', '\u3000', '\u2028'].map((space) => [space, space] as const),
  ...['\u200b', '\u200d', '\u200e', '\u2060', '\ufeff', '\u00ad', '\u061c'].map(
    (sign) => [sign, sign] as const,
  ),
  ['\u202a', '\u202c'],
  ['\u2066', '\u2069'],
  ['\u200b\u202b', '\u202c\u200b'],
  ...[
    '()',
    '[]',
    '<>',
    '{}',
    '""',
    "''",
    '``',
    '“”',
    '‘’',
    '«»',
    '‹›',
    '„“',
    '「」',
    '『』',
    '（）',
    '【】',
    '《》',
  ].map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
  ['[Mesa](', ')'],
  ['(ver ', ').'],
  ['(', ');'],
  ['<a href="', '">'],
  ["<a href='", "'>"],
  ['href=&quot;', '&quot;'],
  ['&lt;', '&gt;'],
  ['{\\"url\\":\\"', '\\"}'],
  ['**', '**'],
  ['_', '_'],
  ['__', '__'],
  ['~~', '~~'],
  ['||', '||'],
  ['*_', '_*'],
  ['mira: ', ', '],
  ['¿ya viste ', '?'],
  ['¡', '!'],
  ['— ', ' —'],
  ['—', '—'],
  ['…', '…'],
  ['- ', '...'],
  ['1) ', ';'],
  ['', ' | '],
  ['•', '•'],
  ['🌮', '🌮'],
  ['👉🏽', '👈🏽'],
  ['❤️', '❤️'],
  ['🇲🇽', '🇲🇽'],
  ['1️⃣', '2️⃣'],
  ['看这个', '。'],
  ['これ：', '、'],
  ['，', '，'],
  ['여기 ', '！'],
  ['', '看这个'],
  ['', 'を見て'],
  ['ดู', 'ดู'],
  ['Ubicación:', ''],
  ['', ''],
]

interface Decorated {
  readonly link: string
  readonly around: readonly [before: string, behind: string]
}

const decorated: fc.Arbitrary<Decorated> = fc.record({
  link: fc.constantFrom(...LINKS),
  around: fc.constantFrom(...DECORATIONS),
})
function text({ link, around: [before, behind] }: Decorated): string {
  return before + link + behind
}

const SCRIPTS = [
  'Ñandú',
  'Łódź',
  'Кафе',
  'مطعم',
  'מסעדה',
  '食堂',
  'そば',
  '국밥',
  'ร้าน',
  'ढाबा',
  '🌮',
  'e\u0301',
  'می\u200cخانه',
]
const SIGNS = [
  ' ',
  ',',
  ', ',
  '@',
  '+',
  '%',
  '%2C',
  '&',
  '#',
  '?',
  '/',
  '.',
  '..',
  "'",
  '’',
  '(',
  ')',
  '[',
  '"',
  '!',
  '*',
  ':',
  ';',
  '=',
  '\\',
  '-',
  '_',
  '~',
  '19.4,-99.1',
  'data=!4m2',
  'cid:12',
  'CR9J+8X',
]
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc
    .array(fc.constantFrom(...SCRIPTS, ...SIGNS), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join('')),
)
const degrees = (limit: number) =>
  fc
    .oneof(
      fc.double({ min: -limit, max: limit, noNaN: true }),
      fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
    )
    .map((each) => Math.round(each * 1e7) / 1e7 + 0)
const place: fc.Arbitrary<MapsPlace> = fc
  .record({
    name: fc.option(words),
    address: fc.option(words),
    position: fc.option(fc.record({ lat: degrees(90), lng: degrees(180) })),
    cid: fc.option(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map(String)),
  })
  .filter(({ name, position, cid }) => name !== null || position !== null || cid !== null)

/** How files, apps and people change a link without changing what it names. */
const ESCAPES: readonly ((link: string) => string)[] = [
  (link) => link.replaceAll('/', String.raw`\/`),
  (link) => link.replaceAll('/', String.raw`\u002F`),
  (link) => link.replaceAll('&', '&amp;'),
  (link) => link.replaceAll('&', '&amp;amp;').replaceAll('/', String.raw`\/`),
  (link) => link.replaceAll('&', '&#38;'),
  (link) => link.replaceAll('&', String.raw`\u0026`).replaceAll('=', String.raw`\u003d`),
  (link) => link.replace(/^https:\/\/[^/]+/u, (start) => start.toUpperCase()),
  (link) => link.replace('https://', 'Https://'),
  (link) => `${link}${link.includes('?') ? '&' : '?'}utm_source=x&amp;igsh=MzRl==`,
]

/** A word is no part of the link before it only behind a space, and only that tells which emphasis an `_` ends or begins. */
const NEEDS_SPACE = /^(?:[[(]?[\p{L}\p{N}_-]|\*_)/u

describe('generated links', () => {
  it('finds each link with each thing around it, and nothing else', () => {
    const wrong = LINKS.flatMap((link) =>
      DECORATIONS.map((around) => ({ whole: text({ link, around }), link })).filter(
        ({ whole }) => findUrls(whole).join(' ') !== link || !hasLink(whole),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('finds links that run together', () => {
    fc.assert(
      fc.property(fc.array(decorated, { minLength: 2, maxLength: 4 }), (parts) => {
        const whole = parts.map((part) => (NEEDS_SPACE.test(part.around[0]) ? ' ' : '') + text(part)).join('')
        expect(findUrls(whole)).toEqual([...new Set(parts.map(({ link }) => link))])
        expect(readPasted(whole).words).not.toContain('http')
      }),
      RUN,
    )
  })

  it('reads a link however the text around it escapes it', () => {
    fc.assert(
      fc.property(decorated, fc.constantFrom(...ESCAPES), ({ link, around }, escape) => {
        const found = findUrls(text({ link: escape(link), around }))
        expect(found.map(parseLink)).toEqual([parseLink(link)])
      }),
      RUN,
    )
  })

  it('reads the same place from the link under which it is saved, whatever its name is', () => {
    fc.assert(
      fc.property(place, (given) => {
        const saved = mapsLinkOf(given)
        expect(readMapsLink(saved)).toEqual(given)
        expect(parseLink(saved)).toMatchObject({ kind: 'page', url: saved })
      }),
      RUN,
    )
  })
})
