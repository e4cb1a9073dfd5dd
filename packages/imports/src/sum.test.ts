import { tiktokJson } from '@antojo/testing/exports'
import { karakeepJson } from '@antojo/testing/link-exports'
import { expect, it } from 'vitest'
import { TooDeepError } from './foreign.ts'
import { readImport } from './read-import.ts'

/** `SEEDS=100000 npx vitest run packages/imports/src/sum.test.ts` changes files this many times. */
const SEEDS = Number(process.env['SEEDS'] ?? 1_500)
const TIMEOUT = 60_000 + SEEDS * 10
const SIZE = 12
const MAX_CHANGES = 2

/** A file whose entries can be counted without reading it. */
interface Fixture {
  readonly name: string
  readonly head: string
  readonly items: readonly string[]
  readonly end: string
  readonly count: (text: string) => number
  /** Pieces of an entry may be one, and an address in a broken tag may be in words. */
  readonly most?: (text: string) => number
}

const matches = (pattern: RegExp) => (text: string) => text.match(pattern)?.length ?? 0
/** Also as JSON writes it. */
const everyHttp = matches(/https?:(?:\\?\/){2}/giu)
/** Links of platforms need no scheme. */
const withoutScheme = matches(/(?<![\w@./-])(?:[a-z\d-]+\.)*(?:tiktokv?\.com|youtu\.be)\//giu)
const rows = (text: string) =>
  text.split('\n').filter((line) => line.replaceAll(/[\s",]/gu, '') !== '').length - 1
const filledLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length - 1
const links = Array.from({ length: SIZE }, (_, id) =>
  id % 3 === 0
    ? `https://www.tiktok.com/@lucha.come/video/74111111111111111${String(id).padStart(2, '0')}`
    : id % 3 === 1
      ? `https://youtu.be/aBcDeFgHi${String(id).padStart(2, '0')}`
      : `https://lucha.example/mole/${id}`,
)
const items = (make: (link: string, id: number) => string) => links.map(make)

/** Addresses in words, and one in each link; those in the values of other tags are not for people. */
function visibleHttp(text: string): number {
  const tags = text.match(/<\/?[a-z][^<>]*>?/giu) ?? []
  const linked = tags.filter((tag) => /^<a\s(?:[^<>]*\s)?href="https?:\/\//iu.test(tag))
  // The words of a link may be its address.
  const shown = text.match(/href="(https?:[^"]*)"[^<>]*>\s*\1/gu) ?? []
  return linked.length + everyHttp(text) - everyHttp(tags.join(' ')) - shown.length
}

const FIXTURES: readonly Fixture[] = [
  {
    name: 'marcadores.html',
    head: '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><H3>Cenas</H3>\n<DL><p>\n',
    items: items(
      (link, id) =>
        `<DT><A HREF="${link}" ADD_DATE="17629815${10 + id}">Mole ${id}</A>\n<DD>pedir <b>más</b> pan`,
    ),
    end: '\n</DL><p></DL><p>',
    // A link that has lost both its sign and its day is one in a note.
    count: matches(/<DT><A HREF|<A HREF[^<>]*ADD_DATE/gu),
    most: (text) => matches(/<A\s/gu)(text) + MAX_CHANGES,
  },
  {
    name: 'sitios.csv',
    head: 'Nombre,Dirección,Enlace,Nota\n',
    items: items((link, id) => `Fonda ${id},"Calle Luna ${id}, CDMX",${link},"pan, mole"`),
    end: '\n',
    count: rows,
    most: filledLines,
  },
  {
    name: 'Quiero ir.csv',
    head: 'Title,Note,URL,Tags,Comment\n',
    items: items((link, id) => `"Fonda, ${id}",rico,${link},,`),
    end: '\n',
    count: rows,
    most: filledLines,
  },
  {
    name: 'doc.kml',
    head: '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Viaje</name><Folder><name>Cenas</name>',
    items: items(
      (_, id) =>
        `<Placemark><name>Fonda ${id}</name><description><![CDATA[ir <b>pronto</b>]]></description><Point><coordinates>-99.1${id},19.4${id},0</coordinates></Point></Placemark>`,
    ),
    end: '</Folder></Document></kml>',
    count: matches(/<Placemark[\s>]/gu),
    most: matches(/<Placemark/gu),
  },
  {
    name: 'sitios.gpx',
    head: '<?xml version="1.0"?><gpx version="1.1">',
    items: items((_, id) => `<wpt lat="19.4${id}" lon="-99.1${id}"><name>Fonda ${id}</name></wpt>`),
    end: '</gpx>',
    count: matches(/<wpt[\s>]/gu),
    most: matches(/<wpt/gu),
  },
  {
    name: 'notas.txt',
    head: 'Cenas\n\n',
    items: items((link, id) =>
      id % 2 ? `Fonda ${id}: ${link}` : `- el mole de la fonda ${id} ${link}, muy rico`,
    ),
    end: '\n',
    count: everyHttp,
    most: (text) => everyHttp(text) + withoutScheme(text),
  },
  {
    name: '_chat.txt',
    head: '[12/11/25, 9:05:33 p.m.] Lupe: hola\n',
    items: items((link, id) => `[13/11/25, 9:${10 + id}:00 p.m.] Lupe: Fonda ${id}\n${link} mira`),
    end: '\n',
    count: everyHttp,
    most: (text) => everyHttp(text) + withoutScheme(text),
  },
  {
    name: 'messages.html',
    head: '<html><body><div class="page_body chat_page"><div class="history">',
    items: items(
      (link, id) =>
        `<div class="message default" id="message${id}"><div class="date details" title="13.11.2025 09:15:00 UTC-06:00">09:15</div><div class="text">Fonda ${id} <a href="${link}">el mole</a><br>y ${link}</div></div>`,
    ),
    end: '</div></div></body></html>',
    count: visibleHttp,
    most: (text) => everyHttp(text) + withoutScheme(text) + MAX_CHANGES,
  },
  {
    name: 'pagina.html',
    head: '<!DOCTYPE html><html><head><title>Cenas</title></head><body>',
    items: items(
      (link, id) => `<p class="x">Fonda ${id} <a class="y" href="${link}">el mole</a> y ${link}</p>`,
    ),
    end: '</body></html>',
    count: visibleHttp,
    most: (text) => everyHttp(text) + withoutScheme(text) + MAX_CHANGES,
  },
  // Broken JSON is any text.
  {
    name: 'user_data.json',
    head: '{',
    items: [tiktokJson({ favourites: ['7411111111111111111', '7411111111111111112'], likes: [] })],
    end: '',
    count: everyHttp,
    most: (text) => everyHttp(text) + withoutScheme(text),
  },
  {
    name: 'karakeep.json',
    head: '[',
    items: [
      karakeepJson(
        'Cenas',
        links.map((url, id) => ({ name: `Mole ${id}`, url })),
      ),
    ],
    end: '',
    count: everyHttp,
    most: (text) => everyHttp(text) + withoutScheme(text),
  },
]

const RAW = [
  '<script>',
  '</script>',
  '<style>',
  '<textarea>',
  '</textarea>',
  '<title>',
  '</title>',
  '<!--',
  '-->',
  '<xmp>',
  '<iframe>',
  '<noembed>',
  '<plaintext>',
  '<![CDATA[',
  '<?',
  '<',
  '<a',
  '"',
  "'",
  '&lt;',
  '\u200b',
  '\\',
]

it.each(FIXTURES)(
  '$name: every entry is read, or counted with its reason',
  (fixture) => {
    for (let seed = 1; seed <= SEEDS / FIXTURES.length; seed += 1) {
      const { name, head, items: pieces, end, count, most = count } = fixture
      const text = head + changed(pieces.join('\n'), randomOf(seed)) + end
      const found = entriesIn(name, text) ?? count(text)
      const bounded = Math.min(Math.max(found, count(text)), most(text))
      expect(found, `seed ${seed}:\n${text}`).toBe(bounded)
    }
  },
  TIMEOUT,
)

/** The number of entries; null for a file that is refused as a whole. */
function entriesIn(name: string, text: string): number | null {
  try {
    const found = readImport([{ name, text }])
    return found && found.read + found.unread.reduce((sum, { total }) => sum + total, 0)
  } catch (error) {
    if (error instanceof TooDeepError) return null
    throw error
  }
}

/** The text with one or two changes: cut, doubled or swapped pieces, tags that hide others, links that touch. */
function changed(text: string, random: (bound: number) => number): string {
  let now = text
  for (let times = 1 + random(MAX_CHANGES); times > 0; times -= 1) {
    const at = random(now.length)
    const to = Math.min(now.length, at + 1 + random(80))
    const raw = RAW[random(RAW.length)] ?? ''
    const kind = random(4)
    if (kind === 0) now = now.slice(0, at) + now.slice(to)
    if (kind === 1) now = now.slice(0, at) + raw + now.slice(at)
    if (kind === 2) {
      const lines = now.split('\n')
      const [line = ''] = lines.splice(random(lines.length), 1)
      lines.splice(random(lines.length + 1), 0, line)
      now = lines.join('\n')
    }
    if (kind === 3) now = now.slice(0, at) + now.slice(at).replace(/\s+(?=https?:)/u, '')
  }
  return now
}

function randomOf(seed: number): (bound: number) => number {
  let state = (seed * 7_919) % 2_147_483_647
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
}
