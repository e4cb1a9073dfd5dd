import { describe, expect, it } from 'vitest'
import { Collector, MAX_ITEMS } from './collect.ts'
import { tableOf, tableOfRecords } from './csv.ts'
import {
  aboutPost,
  baseName,
  dayIn,
  daysIn,
  daysOf,
  type Entry,
  joined,
  namesIn,
  positionOf,
  tagsOf,
  textOf,
  timeOf,
  timeOfSerial,
} from './entries.ts'
import { columnNamed, isOfPlace } from './formats/columns.ts'
import { isLink, isMapsLink, isPostLink, postLinks } from './known-links.ts'
import { postOf, storable } from './read-entry.ts'

const youtube = 'https://youtu.be/aBcDeFgHiJk'
const reel = 'https://www.instagram.com/reel/C9aBcDeFgHi/'
const maps = 'https://www.google.com/maps/place/Nilo/@19.42,-99.17,17z'
const entry: Entry = { url: null, title: null, savedAt: null }

describe('times', () => {
  it.each<[unknown, string | null]>([
    [1_762_981_533, '2025-11-12T21:05:33.000Z'],
    [1_762_981_533_000, '2025-11-12T21:05:33.000Z'],
    ['1762981533', '2025-11-12T21:05:33.000Z'],
    ['2025-11-12', '2025-11-12T00:00:00.000Z'],
    ['2025-11-12 21:05:33', '2025-11-12T21:05:33.000Z'],
    ['2025-11-12 21:05:33.5 UTC', '2025-11-12T21:05:33.500Z'],
    ['2025-11-12T21:05:33+02:00', '2025-11-12T19:05:33.000Z'],
    [' Wed, 12 Nov 25 21:05:33 -0600 ', '2025-11-13T03:05:33.000Z'],
    ['12 Nov 2025 21:05:33 GMT', '2025-11-12T21:05:33.000Z'],
    ['12/11/2025', null],
    ['2025-13-40', null],
    ['12345678', null],
    ['2004-12-31', null],
    ['2005-01-01', '2005-01-01T00:00:00.000Z'],
    ['2999-01-01', null],
    [Date.now() + 86_400_000, null],
    [Number.NaN, null],
    [0, null],
    [null, null],
    [{}, null],
  ])('%j is %s', (value, time) => {
    expect(timeOf(value)?.toISOString() ?? null).toBe(time)
  })

  it.each([
    ['45973', '2025-11-12T00:00:00.000Z'],
    ['45973.5', '2025-11-12T12:00:00.000Z'],
    ['38353', '2005-01-01T00:00:00.000Z'],
    ['38352', null],
    ['99999', null],
    ['4597', null],
    ['45973,5', null],
    [null, null],
  ])('the number %s of a spreadsheet is %s', (value, time) => {
    expect(timeOfSerial(value)?.toISOString() ?? null).toBe(time)
  })

  it.each([
    ['Jan 2, 2024 11:59:59 pm', '2024-01-02'],
    ['ene 02, 2024 1:05', '2024-01-02'],
    ['31 de diciembre de 2024', '2024-12-31'],
    ['12 Aug 2024', '2024-08-12'],
    ['12 agosto 2024', '2024-08-12'],
    ['12 abr. 2024', '2024-04-12'],
    ['abril', null],
    ['abril 2024', null],
    ['12 abril', null],
    ['12/11/2025', null],
    ['', null],
  ])('%j is the day %s', (text, day) => {
    expect(dayIn(text)?.toISOString() ?? null).toBe(day === null ? null : `${day}T12:00:00.000Z`)
  })

  it('days are written without times', () => {
    expect(daysOf(new Date('2025-11-12T23:59:59Z'))).toEqual(['2025-11-12'])
    expect(daysOf(null)).toEqual([])
    expect(daysIn('2025-11-12 mañana 2025-1-1 2025-99-99 2024-02-29')).toEqual(['2025-11-12', '2024-02-29'])
    expect(daysIn(Array.from({ length: 1_001 }, () => '2025-11-12').join(' '))).toHaveLength(1_000)
    expect(daysIn(null)).toEqual([])
  })
})

describe('positions', () => {
  it.each<[unknown, unknown, object | null]>([
    [19.42, -99.17, { lat: 19.42, lng: -99.17 }],
    ['19.42', '-99.17', { lat: 19.42, lng: -99.17 }],
    [' 19,42 ', '+99', { lat: 19.42, lng: 99 }],
    ['19.', '-99', { lat: 19, lng: -99 }],
    [90, 180, { lat: 90, lng: 180 }],
    [-90, -180, { lat: -90, lng: -180 }],
    [90.01, 0, null],
    [0, 180.01, null],
    [0, 0, null],
    [0, 1, { lat: 0, lng: 1 }],
    ['', '', null],
    ['1e1', '5', null],
    ['1,234.5', '5', null],
    ['19.42 N', '-99', null],
    [Infinity, 1, null],
    [null, undefined, null],
  ])('%j, %j', (lat, lng, position) => {
    expect(positionOf(lat, lng)).toEqual(position)
  })
})

it.each([
  [textOf(' a '), 'a'],
  [textOf(' '), null],
  [textOf(7), null],
  [joined(['a', null, '', undefined, 'b']), 'a\nb'],
  [joined([null, '']), null],
  [namesIn('a | b |  | c|d'), ['a', 'b', 'c|d']],
  [namesIn(''), []],
  [namesIn(null), []],
  [aboutPost('caption', '🌮!'), []],
  [aboutPost('caption', ' 7 '), [{ kind: 'caption', text: '7' }]],
  [aboutPost('caption', null), []],
  [tagsOf(['a', { name: 'b' }, 7, { name: 1 }, '']), [{ kind: 'hashtags', text: 'a, b' }]],
  [tagsOf('a'), []],
  [baseName('a/b.c/d.e.csv'), 'd.e'],
  [baseName('d'), 'd'],
  [storable(' a\u0000b\ud83c ', 10), 'a b\ufffd'],
  [storable('abcdef', 3), 'abc'],
  [storable('ab 🌮', 4), 'ab \ufffd'.trim()],
])('%j is %j', (found, expected) => {
  expect(found).toEqual(expected)
})

describe('rows of a table', () => {
  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n1;2\r3;4',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a\tb\n\n \t \n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\ufeffsep=|\na|b', [['a', 'b']]],
    ['\ufeffa,b', [['a', 'b']]],
    [
      'a,"b\nc"\n1,2',
      [
        ['a', 'b\nc'],
        ['1', '2'],
      ],
    ],
    ['a, "b, c" ,d', [['a', 'b, c', 'd']]],
    ['a,"b ""c"""', [['a', 'b "c"']]],
    ['a,b "c" d', [['a', 'b "c" d']]],
    ['a,"b" c', [['a', '"b" c']]],
    [
      'a,"b\nc,d\ne,f',
      [
        ['a', '"b'],
        ['c', 'd'],
        ['e', 'f'],
      ],
    ],
    ['a,b,', [['a', 'b', '']]],
    ['x,https://a.example/@1.5,-2.5,17z,y', [['x', 'https://a.example/@1.5,-2.5,17z', 'y']]],
    ['x,https://a.example/?q=1.5,-2.5,y', [['x', 'https://a.example/?q=1.5,-2.5', 'y']]],
    ['x,https://a.example/?q=1.5,2,y', [['x', 'https://a.example/?q=1.5', '2', 'y']]],
    ['abc', []],
    ['', []],
  ])('%j', (text, rows) => {
    expect(tableOf(text)).toEqual({ rows, beyond: 0 })
  })

  it('of records have the fields of all of them', () => {
    const records = [{ a: ' x ', b: { c: 1, d: null } }, 7, { e: ['y', 2, 'z'], a: true }]
    expect(tableOfRecords(records).rows).toEqual([
      ['a', 'b.c', 'b.d', 'e'],
      ['x', '1', '', ''],
      ['', '', '', ''],
      ['', '', '', 'y, z'],
    ])
    expect([tableOfRecords({}), tableOfRecords([]), tableOfRecords([7])].map(({ rows }) => rows)).toEqual([
      [],
      [],
      [],
    ])
    const wide = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, 'x']))
    expect(tableOfRecords([wide]).rows[1]).toHaveLength(100)
  })

  it.each([
    ['Nombre del lugar', 'name'],
    ['URL', 'url'],
    ['Link de Maps', 'url'],
    ['thumbnail_url', 'picture'],
    ['Sitio web', 'website'],
    ['Sitio', 'name'],
    ['Instagram', 'website'],
    ['Instagram link', 'url'],
    ['place_id', null],
    ['Mapa', 'both'],
    ['Maps', 'both'],
    ['Mapache', null],
    ['geo.lat', 'lat'],
    ['y', 'lat'],
    ['Longitud', 'lng'],
    ['Lat/Lng', 'both'],
    ['Coordenadas GPS', 'both'],
    ['geometry', 'wkt'],
    ['¿Dónde?', 'address'],
    ['Straße', 'address'],
    ['Neighborhood', 'city'],
    ['Lista', 'list'],
    ['Listas', 'lists'],
    ['Guardado el', 'time'],
    ['Mensaje', 'message'],
    ['Etiquetas', 'tags'],
    ['¿Qué pedir?', 'note'],
    ['Commentaire', 'note'],
    ['Precio', null],
    ['plan', null],
    ['', null],
  ])('the column %j is %s', (name, column) => {
    expect(columnNamed(name)).toBe(column)
  })

  it.each([
    ['Restaurante', true],
    ['Nombre del lugar', true],
    ['place_name', true],
    ['Título', false],
    ['Placement', false],
  ])('%j says that names are of places: %s', (name, expected) => {
    expect(isOfPlace(name)).toBe(expected)
  })
})

describe('links', () => {
  it.each([
    [youtube, true, true, false],
    ['https://vm.tiktok.com/ZMabc12/', true, true, false],
    [maps, true, false, true],
    ['https://maps.app.goo.gl/AbCd1', true, false, true],
    ['https://www.instagram.com/lupe/', true, false, false],
    ['https://x.example/', true, false, false],
    [`${youtube} rico`, false, true, false],
    ['x', false, false, false],
    ['mailto:a@x.example', false, false, false],
    ['', false, false, false],
  ])('%j: an address %s, of a post %s, of a map %s', (text, isAddress, isPost, isMap) => {
    expect(isLink(text)).toBe(isAddress)
    expect(isPostLink(text)).toBe(isPost)
    expect(isMapsLink(text)).toBe(isMap)
  })

  it('to posts in a text', () => {
    expect(postLinks(`a ${youtube}, ${maps} b`)).toEqual([youtube])
    expect(postLinks('nada')).toEqual([])
  })
})

describe('an entry stands for a post, a place or nothing', () => {
  const place = { name: null, address: null, position: null }
  it.each<[Partial<Entry>, object]>([
    [
      { url: youtube, title: ' Mole\u0007 ' },
      { platform: 'YouTube', title: 'Mole' },
    ],
    [{ url: maps }, { platform: 'Other', title: 'Nilo' }],
    [{ url: maps, place: { ...place, name: 'Lucha - Google Maps' } }, { title: 'Lucha' }],
    [{ url: 'https://maps.app.goo.gl/AbCd1', title: 'Nilo – Google Maps' }, { title: 'Nilo' }],
    [{ url: 'https://www.google.com/maps?cid=7', title: 'Nilo - Google Maps' }, { title: 'Nilo' }],
    [{ url: 'https://www.google.com/maps?cid=7', title: 'Google Maps' }, { title: null }],
    [
      { url: 'https://www.google.com/maps?cid=7', title: 'https://www.google.com/maps?cid=7' },
      { title: null },
    ],
    [{ url: 'https://maps.google.com/?q=19.4,-99.1', title: 'Ubicación' }, { title: null }],
    [{ url: 'https://maps.google.com/?q=19.4,-99.1', title: 'Mapa' }, { title: null }],
    [{ url: maps, title: 'el mejor' }, { title: 'Nilo' }],
    [
      {
        url: 'https://maps.app.goo.gl/AbCd1',
        place: { ...place, name: 'Nilo', position: { lat: 1, lng: 2 } },
      },
      { url: 'https://www.google.com/maps/place/Nilo/@1,2,17z' },
    ],
    [{ place: { ...place, name: 'Nilo' } }, { canonicalUrl: 'https://www.google.com/maps/place/nilo' }],
  ])('%j', (given, expected) => {
    expect(postOf({ ...entry, ...given })).toMatchObject(expected)
  })

  it.each<[Partial<Entry>, string]>([
    [{ place }, 'no_link'],
    [{ place: { ...place, address: 'Luna 9' } }, 'no_link'],
    [{ place: { ...place, name: '\u0000' } }, 'no_link'],
    [{ url: 'https://x.example/' }, 'not_a_post'],
    [{ url: `https://x.example/${'a'.repeat(2_100)}` }, 'no_link'],
    [{ url: 'nada' }, 'no_link'],
    [{}, 'no_link'],
    [{ url: youtube, unread: 'not_saved' }, 'not_saved'],
  ])('%j is none: %s', (given, reason) => {
    expect(postOf({ ...entry, ...given })).toBe(reason)
  })

  it('keeps at most ten texts, and what fits of a note', () => {
    const texts = Array.from({ length: 11 }, (_, at) => ({ kind: 'caption' as const, text: `x${at}` }))
    expect(postOf({ ...entry, url: youtube, texts, note: 'a\n'.repeat(2_000) })).toMatchObject({
      texts: texts.slice(0, 10),
      note: 'a\n'.repeat(1_000).trim(),
    })
  })

  it('is completed by the same post in another part', () => {
    const collector = new Collector()
    const first = { ...entry, url: youtube, note: 'pan', lists: ['Cenas', '', 'Pan'] }
    collector.add({ kind: 'saved', name: null, entries: [first], beyond: 2 })
    const second = { ...entry, url: youtube, title: 'Mole', note: 'mole', visited: ['2025-11-12'] }
    collector.add({ kind: 'saved', name: null, entries: [second, { ...second, note: 'pan' }] })
    expect(collector.result()).toMatchObject({
      parts: [{ name: 'Cenas' }, { name: 'Pan' }, { kind: 'saved', name: null }],
      posts: [{ title: 'Mole', note: 'pan\nmole', visited: ['2025-11-12'], parts: [0, 1, 2] }],
      read: 3,
      unread: [{ reason: 'too_many', total: 2 }],
    })
  })

  it('keeps its first texts, title and time, or takes later ones', () => {
    const collector = new Collector()
    const texts = (text: string) => ({ texts: [{ kind: 'caption' as const, text }] })
    const day = new Date('2025-11-12T00:00:00Z')
    const later = { title: 'dos', savedAt: new Date('2025-11-13T00:00:00Z'), ...texts('dos') }
    const first = { ...entry, url: youtube, title: 'uno', savedAt: day, ...texts('uno') }
    const bare = { ...entry, url: 'https://youtu.be/aBcDeFgHiJ0' }
    const entries = [first, { ...first, ...later }, bare, { ...bare, ...later }]
    collector.add({ kind: 'saved', name: null, entries })
    expect(collector.result().posts).toMatchObject([{ title: 'uno', savedAt: day, ...texts('uno') }, later])
  })

  it('takes no room for being there again', () => {
    const id = (at: number) => String(at).padStart(11, '0')
    const big = (at: number) => ({ ...entry, url: `https://youtu.be/${id(at)}`, note: 'x'.repeat(2_000) })
    const kept = (repeats: number) => {
      const collector = new Collector()
      const again = Array.from({ length: repeats }, () => big(0))
      const entries = [...again, ...Array.from({ length: 4_200 }, (_, at) => big(at))]
      collector.add({ kind: 'saved', name: null, entries })
      return collector.result().posts.length
    }
    expect(kept(2_000)).toBe(kept(0))
    expect(kept(0)).toBeLessThan(4_200)
  })

  it('of a full import is completed by an entry near it only, and some of the others are examples', () => {
    const collector = new Collector()
    const first = { ...entry, url: 'https://youtu.be/00000000000', title: 'Mole' }
    const all = Array.from({ length: MAX_ITEMS }, (_, at) => ({
      ...entry,
      url: `https://youtu.be/${String(at).padStart(11, '0')}`,
    }))
    const repeated = Array.from({ length: MAX_ITEMS - 1 }, () => first)
    const others = Array.from({ length: 21 }, () => ({ ...entry, title: 'Nilo' }))
    const entries = [...others.slice(0, 1), ...all, ...repeated, { ...first, note: 'tarde' }]
    collector.add({ kind: 'saved', name: null, entries: [...entries, ...others.slice(1)] })
    expect(collector.result()).toMatchObject({
      posts: expect.objectContaining({ 0: expect.objectContaining({ title: 'Mole', note: null }) }),
      unread: [
        { reason: 'no_link', total: 1 },
        { reason: 'too_many', total: 21 },
      ],
    })
    const small = new Collector()
    small.add({ kind: 'saved', name: null, entries: others })
    expect(small.result().unread).toEqual([
      { reason: 'no_link', total: 21, examples: Array.from({ length: 20 }, () => 'Nilo') },
    ])
  })

  it('has at most 200 parts, the last of which takes the rest', () => {
    const collector = new Collector()
    const entries = Array.from({ length: 202 }, (_, at) => ({ ...entry, url: youtube, lists: [`L${at}`] }))
    collector.add({ kind: 'file', name: null, entries })
    const { parts, posts } = collector.result()
    expect([parts.length, posts[0]?.parts.length]).toEqual([200, 200])
    const last = new Collector()
    last.add({ kind: 'file', name: null, entries: [...entries, { ...entry, url: reel, lists: ['otra'] }] })
    expect(last.result().posts[1]?.parts).toEqual([199])
  })
})
