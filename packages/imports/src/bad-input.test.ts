import { readMapsLink } from '@antojo/domain/links/maps-link'
import { tiktokJson } from '@antojo/testing/exports'
import { describe, expect, it } from 'vitest'
import { MAX_ITEMS } from './collect.ts'
import { namesToRead, readImport } from './read-import.ts'

const read = (name: string, text: string) => readImport([{ name, text }])
const youtube = 'https://youtu.be/aBcDeFgHiJk'

/** Entries read and unread together. */
function counted(found: ReturnType<typeof readImport>): number {
  return (found?.read ?? 0) + (found?.unread ?? []).reduce((sum, { total }) => sum + total, 0)
}

describe('a file of 200,000 rows keeps what an import has, counts the rest, and takes seconds of a processor', () => {
  const MAX_MS = 10_000
  const ids = Array.from({ length: 200_000 }, (_, id) => String(id).padStart(11, '0'))
  const point = (id: string) => `"geometry":{"type":"Point","coordinates":[-99.1,${Number(id) / 1e4}]}`
  it.each([
    ['a.csv', `Nombre,Enlace\n${ids.map((id) => `Mole ${id},https://youtu.be/${id}`).join('\n')}`],
    ['lugares.csv', `Nombre;Ciudad\n${ids.map((id) => `Fonda ${id};Puebla`).join('\n')}`],
    ['Quiero ir.csv', `Title,Note,URL,Tags,Comment\n${ids.map((id) => `${id},,,,`).join('\n')}`],
    ['notas.txt', ids.map((id) => `Mole ${id}: https://youtu.be/${id}`).join('\n')],
    ['a.jsonl', ids.map((id) => `{"name":"Fonda ${id}","url":"https://youtu.be/${id}"}`).join('\n')],
    [
      'a.geojson',
      `{"type":"FeatureCollection","features":[${ids.map((id) => `{"type":"Feature","properties":{"name":"${id}"},${point(id)}}`).join(',')}]}`,
    ],
  ])('%s', { timeout: 60_000 }, (name, text) => {
    const start = process.threadCpuUsage()
    const found = read(name, text)
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(MAX_MS)
    expect(found?.posts.length).toBeLessThanOrEqual(MAX_ITEMS)
    expect(counted(found)).toBe(200_000)
  })
})

describe('a file with nothing of ours is no import', () => {
  it.each([
    ['one column of names', 'a.csv', 'Nombre\nNilo\nLucha'],
    ['one column of numbers', 'a.csv', '1\n2\n3'],
    ['orders of a shop', 'orders.json', JSON.stringify([{ id: 7, total: 19.5, sku: 'A-1' }])],
    ['a package', 'package.json', JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { a: '1' } })],
    ['settings', 'settings.json', '{"editor.fontSize": 12, "a": [1, 2, {"b": null}]}'],
    ['bytes', 'a.txt', '\u0000\u0001\ufffd'.repeat(1_000)],
    ['quotes', 'a.csv', '"'.repeat(10_001)],
    ['separators', 'a.csv', ',;\t|'.repeat(10_000)],
  ])('%s', (_, name, text) => {
    expect(counted(read(name, text))).toBe(0)
  })

  it('one column of links is a list of them', () => {
    expect(read('a.csv', `Enlace\n${youtube}\nhttps://x.example/`)).toMatchObject({
      posts: [{ platform: 'YouTube' }],
      unread: [{ reason: 'not_a_post', total: 1 }],
    })
  })

  it('entries of another product are counted with their reason', () => {
    const repositories = [{ name: 'antojo', html_url: 'https://code.example/antojo', stars: 3 }]
    expect(read('repos.json', JSON.stringify(repositories))).toMatchObject({
      posts: [],
      unread: [{ reason: 'not_a_post', total: 1 }],
    })
  })
})

it('two exports of an archive are both read', () => {
  const names = ['TikTok/user_data_tiktok.json', 'Takeout/Saved/Cenas.csv', 'Takeout/archive_browser.html']
  expect(namesToRead(names)).toEqual(names.slice(0, 2))
  const tiktok = tiktokJson({ favourites: ['7411111111111111111'], likes: [] })
  const google = 'Title,Note,URL,Tags,Comment\nNilo,,https://maps.google.com/?cid=31,,'
  expect(
    readImport([
      { name: names[0] ?? '', text: tiktok },
      { name: names[1] ?? '', text: google },
    ]),
  ).toMatchObject({
    parts: [{ kind: 'favourites' }, { name: 'Cenas' }],
    posts: [{ platform: 'TikTok' }, { title: 'Nilo' }],
    unread: [],
  })
})

describe('names', () => {
  const table = (name: string) => `Nombre,Latitud,Longitud\n"${name}",19.42,-99.17`

  it.each([
    'مطعم النيل',
    'שישקו "של" נילו',
    '🌮 Nilo 🇲🇽 👨‍👩‍👧',
    '鮨 さいとう',
    'Nilo\u202e.moc',
    "'; drop table videos; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%00%2f',
  ])('%j stays as it is', (name) => {
    const [post] = read('a.csv', table(name.replaceAll('"', '""')))?.posts ?? []
    expect(post?.title).toBe(name)
    expect(readMapsLink(post?.url ?? '')).toMatchObject({ name, position: { lat: 19.42, lng: -99.17 } })
  })

  it.each(['a', 'é', '🌮', '漢'])('of 10,000 %s are cut, and whole letters are left', (letter) => {
    const [post] = read('a.csv', table(letter.repeat(10_000)))?.posts ?? []
    expect(post?.title).toBe(letter.repeat(letter.length === 2 ? 60 : 120))
    expect(readMapsLink(post?.url ?? '')?.name).toBe(post?.title)
  })
})

it.each([
  'https://tiktok.com.evil.example/@a/video/7411111111111111111',
  'https://www.google.com@evil.example/maps/place/Nilo',
  'https://maps.google.com.evil.example/?q=Nilo',
  'https://maps.apple.com.evil.example/?q=Nilo',
  'https://www.openstreetmap.org.evil.example/?mlat=1&mlon=2',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost:8080/maps/place/Nilo',
  'http://[::1]/maps?q=Nilo',
  'https://xn--tkto-0nab.example/@a/video/7411111111111111111',
])('%s leads nowhere, and is counted', (link) => {
  const found = read('a.txt', `${youtube}\n${link}\n`)
  expect(found?.posts).toMatchObject([{ platform: 'YouTube' }])
  expect(counted(found)).toBe(2)
})
