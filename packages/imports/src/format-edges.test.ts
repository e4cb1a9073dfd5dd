import { describe, expect, it } from 'vitest'
import { tableOf } from './csv.ts'
import { plainText } from './foreign.ts'
import { addressIn } from './read-entry.ts'
import { readImport } from './read-import.ts'
import { tablesOfWorkbook } from './workbook.ts'
import { child, childText, closest, descendants, elements } from './xml.ts'

const read = (name: string, text: string) => readImport([{ name, text }])
const reel = 'https://www.instagram.com/reel/C9aBcDeFgHi/'
const youtube = 'https://youtu.be/aBcDeFgHiJk'
const maps = 'https://www.google.com/maps?cid=31'

it.each([
  ['a &amp; b', 'a & b'],
  [' a ', 'a'],
  ['a<br>b<p>c</p><p>d', 'a\nb\nc\nd'],
  ['a<script>x</script><style>y</style>b', 'ab'],
  ['<ul><li>a<li>b</ul><table><tr><td>c</table>', 'a\nb\nc'],
  ['<b>a</b><i>b</i>', 'ab'],
])('the words of %j are %j', (html, words) => {
  expect(plainText(html)).toBe(words)
})

it('a cell has at most 1,001 lines in a table with a wrong quote', () => {
  const table = (lines: number) => tableOf(`a,b\nx,"${'m\n'.repeat(lines)}n"\ny,"z`).rows
  expect(table(1_000).map(([first]) => first)).toEqual(['a', 'x', 'y'])
  expect(table(1_001)).toHaveLength(1_004)
})

it('a list of Google has at most three rows before its header', () => {
  const list = (rows: number) =>
    read('Cenas.csv', `${'mi lista,\n'.repeat(rows)}Title,Note,URL,Tags,Comment\nNilo,,${maps},,`)
  expect(list(3)).toMatchObject({ format: 'google', posts: [{ title: 'Nilo' }], unread: [] })
  expect(list(4)?.format).not.toBe('google')
})

it('columns of a sheet go on after Z', () => {
  const cells = ['A', 'Z', 'AA', 'AB', 'BA']
    .map((at) => `<c r="${at}1" t="inlineStr"><is><t>${at}</t></is></c>`)
    .join('')
  const files = new Map([
    ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${cells}</sheetData></worksheet>`],
  ])
  const [table] = tablesOfWorkbook(files) ?? []
  const row = tableOf(table?.text ?? '').rows[0] ?? []
  expect(['A', 'Z', 'AA', 'AB', 'BA'].map((at) => row.indexOf(at))).toEqual([0, 25, 26, 27, 52])
})

describe('exports of Meta', () => {
  it('the longest text of a post is its caption', () => {
    const values = [
      { label: 'URL', value: reel },
      { label: 'Lugar', value: 'Nilo' },
      { label: 'Texto', value: 'El mole de Nilo' },
    ]
    const file = JSON.stringify([{ timestamp: 1_762_981_533, label_values: values }])
    expect(read('saved_posts.json', file)?.posts).toMatchObject([
      { savedAt: new Date('2025-11-12T21:05:33Z'), texts: [{ kind: 'caption', text: 'El mole de Nilo' }] },
    ])
  })

  it('the post of a box may be behind other links', () => {
    const box = (links: readonly string[]) =>
      `<div class="_a6-g">${links.map((link) => `<a href="${link}">x</a>`).join('')}</div>`
    const page =
      box(['https://x.example/', 'https://www.facebook.com/reel/987654321012345/']) +
      box(['https://y.example/'])
    expect(read('your_saved_items.html', page)).toMatchObject({
      posts: [{ platform: 'Facebook' }],
      unread: [{ reason: 'not_a_post', examples: ['https://y.example/'] }],
    })
  })
})

describe('words before a link', () => {
  it.each([
    [`Fonda de la abuela Lucha: ${youtube}`, 'Fonda de la abuela Lucha', null],
    [`${'m'.repeat(120)}: ${youtube}`, null, 'm'.repeat(120)],
    [`Mole (rico) – ${youtube}`, 'Mole (rico)', null],
    [`- [x] Mole: ${youtube}`, 'Mole', null],
    [`Mole ${youtube}`, null, 'Mole'],
    [`Mole: ${youtube} rico`, null, 'Mole: rico'],
    [`[Mole](${youtube}) rico`, 'Mole', null],
  ])('%j has the title %j and the words %j', (text, title, words) => {
    const found = read('a.txt', text)
    expect(found?.posts).toMatchObject([
      { title, texts: words === null ? [] : [{ kind: 'message', text: words }] },
    ])
  })
})

describe('bookmarks', () => {
  const file = (content: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${content}</DL><p>`

  it('one of the program ends a note, and another link in it does not', () => {
    const entry = (link: string, words: string) => `<DT><A HREF="${link}" ADD_DATE="1762981533">${words}</A>`
    const text = file(
      `${entry(reel, 'Mole')}<DD>ver <A HREF="https://x.example/">x</A>${entry(youtube, 'Pan')}`,
    )
    expect(read('a.html', text)).toMatchObject({
      posts: [
        { title: 'Mole', note: 'ver x' },
        { title: 'Pan', note: null },
      ],
      read: 2,
      unread: [],
    })
  })

  it('one of the program behind a note is an entry', () => {
    const text = file(
      `<DT><A HREF="${reel}">Mole</A><DD>ver <A HREF="${youtube}" ADD_DATE="1762981533">Pan</A>`,
    )
    expect(read('a.html', text)).toMatchObject({ posts: [{ note: 'ver' }, { title: 'Pan' }], read: 2 })
  })

  it.each(['ADD_DATE="1762981533"', 'TIME_ADDED="1762981533"'])('%s is its day', (day) => {
    expect(read('a.html', file(`<DT><A HREF="${reel}" ${day} TAGS="pan">Mole</A>`))?.posts).toMatchObject([
      { savedAt: new Date('2025-11-12T21:05:33Z'), texts: [{ kind: 'hashtags', text: 'pan' }] },
    ])
  })
})

describe('maps', () => {
  it.each([
    ['a folder', '<wpt lat="19.42" lon="-99.17"><name>Nilo</name><type>Cenas</type></wpt>', 'Cenas'],
    [
      'the file',
      '<metadata><name>favorites-Pan</name></metadata><wpt lat="19.42" lon="-99.17"><name>Nilo</name></wpt>',
      'Pan',
    ],
    ['nothing', '<wpt lat="19.42" lon="-99.17"><name>Nilo</name></wpt>', null],
  ])('a point of GPX is in the list of %s', (_, content, list) => {
    const text = `<gpx creator="OsmAnd">${content}</gpx>`
    expect(read('a.gpx', text)?.parts).toMatchObject([{ name: list }])
  })

  it('a point of GPX has its note once, its links and its time', () => {
    const text = `<gpx><wpt lat="19.42" lon="-99.17"><time>2025-11-12T21:05:33Z</time><name>Nilo</name><desc>rico</desc><cmt>rico</cmt><link href="${youtube}"/><extensions><x:address>Luna 9</x:address></extensions></wpt><trk><name>Paseo</name></trk></gpx>`
    expect(read('a.gpx', text)).toMatchObject({
      posts: [
        {
          url: 'https://www.google.com/maps/place/Nilo%2C%20Luna%209/@19.42,-99.17,17z',
          note: 'rico',
          savedAt: new Date('2025-11-12T21:05:33Z'),
        },
        { platform: 'YouTube' },
      ],
      unread: [{ reason: 'not_a_point', total: 1, examples: ['Paseo'] }],
    })
  })
})

it('a playlist has more videos than other rows', () => {
  const row = (at: number) => `aBcDeFgHi${at}k,2025-11-12T21:05:33+00:00`
  const file = (...rows: readonly string[]) => read('a.csv', ['Video ID,Time', ...rows].join('\n'))?.format
  expect(file(row(1), row(2), 'x,y')).toBe('youtube')
  expect(file(row(1), 'x,y', 'x,z')).not.toBe('youtube')
})

it.each([
  [null, 'Nilo', null],
  ['Luna 9', null, 'Luna 9'],
  ['Luna 9', 'Nilo', 'Luna 9'],
  ['Roma, Luna 9', 'Nilo, Roma', 'Luna 9'],
  ['Roma', 'Nilo, Roma', null],
  ['Luna 9', 'Lucha, Roma', 'Luna 9'],
])('the address %j in the link of %j is %j', (address, name, expected) => {
  expect(addressIn({ name: 'Nilo', address, position: null, cid: null }, name)).toBe(expected)
})

it('elements are found by their names without prefix, and not in others of their kind', () => {
  const [outer, inner] = elements('<k:a n="1"><B> x </B><c><b>y</b></c><a><b>z</b></a></k:a>', 'a')
  if (outer === undefined || inner === undefined) throw new Error('two elements')
  expect(descendants(outer, 'b')).toHaveLength(2)
  expect(childText(outer, 'b')).toBe('x')
  expect(child(outer, 'd')).toBeNull()
  expect(childText(outer, 'd')).toBeNull()
  expect(closest(inner, 'a')).toBe(outer)
  expect(closest(outer, 'a')).toBeNull()
})
