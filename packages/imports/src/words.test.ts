import { googleList, instagramHtml2026, instagramPosts2026 } from '@antojo/testing/exports'
import {
  bookmarksHtml,
  foursquareLists,
  geojsonFile,
  karakeepJson,
  kmlFolder,
  linkwardenJson,
  osmandGpx,
} from '@antojo/testing/link-exports'
import { describe, expect, it } from 'vitest'
import { MAX_TEXT_BYTES } from './collect.ts'
import { readImport } from './read-import.ts'

const read = (name: string, text: string) => readImport([{ name, text }])
const code = 'C9aBcDeFgHi'
const reel = `https://www.instagram.com/reel/${code}/`
const tiktok = 'https://www.tiktok.com/@lucha.come/video/7411111111111111111'
const note = `Pedir el mole, visto en ${tiktok}`
const place = { canonicalUrl: 'https://www.google.com/maps/place/fonda%20lucha/@19.4022,-99.1711,17z' }
const point = { name: 'Fonda Lucha', position: [-99.1711, 19.4022], list: 'Tacos', note } as const
const post = {
  code,
  caption: 'Tostadas de atún 🐟\nDurango 200 <3',
  hashtags: ['atún', 'cdmx'],
  owner: ['Lucha come', 'lucha.come'],
} as const
const texts = [
  { kind: 'caption', text: post.caption },
  { kind: 'hashtags', text: 'atún, cdmx' },
  { kind: 'author', text: 'Lucha come, lucha.come' },
]

describe('the note of a place is kept, and a video in it is a post of that place', () => {
  it.each([
    ['My Maps', 'doc.kml', kmlFolder('Tacos', [point])],
    ['OsmAnd', 'favorites.gpx', osmandGpx([point])],
    ['a table', 'a.csv', `Nombre,Latitud,Longitud,Notas,Lista\nFonda Lucha,19.4022,-99.1711,"${note}",Tacos`],
  ])('in %s', (_, name, text) => {
    expect(read(name, text)).toMatchObject({
      parts: [{ kind: 'collection', name: 'Tacos' }],
      posts: [
        { ...place, note, placeUrl: null },
        { platform: 'TikTok', title: 'Fonda Lucha', placeUrl: place.canonicalUrl, parts: [0] },
      ],
      read: 1,
    })
  })

  it('in GeoJSON, with its tags', () => {
    expect(read('mapa.geojson', geojsonFile([point]))).toMatchObject({
      posts: [
        { ...place, note, texts: [{ kind: 'hashtags', text: 'tacos' }] },
        { placeUrl: place.canonicalUrl },
      ],
    })
  })

  it('in a list of Google, whose links are addresses and not prose', () => {
    const names = ["L'Osteria di Lucha", 'Mole, Pan y Vino', 'Smashburger']
    const found = read(
      'Quiero ir.csv',
      googleList(names.map((name, id) => ({ name, cid: `77a${id}`, note }))),
    )
    expect(found?.posts.map(({ title }) => title)).toEqual([names[0], names[0], names[1], names[2]])
    expect(found?.posts[0]).toMatchObject({ note, canonicalUrl: 'https://www.google.com/maps?cid=30624' })
  })

  it('also beside a place without a link, which is counted', () => {
    const text = `Title,Note,URL,Tags,Comment\n,,,,\nCasa de Lucha,${tiktok},,,`
    expect(read('Quiero ir.csv', text)).toMatchObject({
      posts: [{ platform: 'TikTok', title: 'Casa de Lucha', placeUrl: null }],
      unread: [{ reason: 'no_link', total: 1, examples: ['Casa de Lucha'] }],
    })
  })

  it('in a sheet with columns for the video and the map', () => {
    const text = `Restaurante,Video,Mapa\nFonda Lucha,${tiktok},https://maps.app.goo.gl/AbCd1\nBar Nilo,${reel},\nTres Reyes,,https://maps.app.goo.gl/AbCd2`
    expect(read('hoja.csv', text)).toMatchObject({
      posts: [
        { url: 'https://maps.app.goo.gl/AbCd1', title: 'Fonda Lucha' },
        { platform: 'TikTok', placeUrl: 'https://maps.app.goo.gl/AbCd1' },
        { platform: 'Other', title: 'Bar Nilo' },
        { platform: 'Instagram', placeUrl: 'https://www.google.com/maps/place/bar%20nilo' },
        { title: 'Tres Reyes' },
      ],
    })
  })
})

describe('Instagram of 2026', () => {
  it('posts have their caption, hashtags and author', () => {
    const expected = { canonicalUrl: reel, title: null, texts }
    expect(read('saved_posts.json', instagramPosts2026([post]))).toMatchObject({
      parts: [{ kind: 'saved' }],
      posts: [{ ...expected, savedAt: new Date('2023-06-01T12:00:00Z') }],
    })
    expect(read('saved_posts.html', instagramHtml2026(new Map([[null, [post]]])))).toMatchObject({
      parts: [{ kind: 'saved' }],
      posts: [expected],
    })
  })

  it('collections have their names', () => {
    const collections = new Map([
      ['Tacos', [post, { ...post, code: 'C9aBcDeFgHj' }]],
      ['Cafés', [post]],
    ])
    expect(read('saved_collections.html', instagramHtml2026(collections))).toMatchObject({
      parts: [{ name: 'Tacos' }, { name: 'Cafés' }],
      posts: [{ canonicalUrl: reel, parts: [0, 1], texts }, { parts: [0] }],
    })
  })

  it('headings of collections may be plain elements, and links bear the name of the author', () => {
    const box = (content: string) => `<div class="pam _a6-g uiBoxWhite">${content}</div>`
    const row = (value: string) =>
      `<tr><td colspan="2" class="_a6_q">Name<div><div>${value}</div></div></td></tr>`
    const page = ['Tacos', 'Cafés'].map(
      (name, index) =>
        box(`<div class="_a6-h">Collection</div><table>${row(name)}</table>`) +
        box(
          `<table>${row(`<a href="https://www.instagram.com/p/C9aBcDeFgH${index}/">lucha.come</a>`)}</table>`,
        ),
    )
    expect(read('saved_collections.html', `<html><body>${page.join('')}</body></html>`)).toMatchObject({
      parts: [{ name: 'Tacos' }, { name: 'Cafés' }],
      posts: [{ parts: [0], texts: [{ kind: 'author', text: 'lucha.come' }] }, { parts: [1] }],
    })
  })

  it('the texts of all posts together are bounded, and no post is lost for them', () => {
    const posts = Array.from({ length: 3_000 }, (_, index) => ({
      ...post,
      code: `C${String(index).padStart(9, '0')}`,
      caption: 'x'.repeat(2_000),
    }))
    const found = read('saved_posts.json', instagramPosts2026(posts))
    const bytes = found?.posts.flatMap((each) => each.texts).reduce((sum, { text }) => sum + text.length, 0)
    expect(found?.posts).toHaveLength(3_000)
    expect(bytes).toBeGreaterThan(MAX_TEXT_BYTES / 3)
    expect(bytes).toBeLessThanOrEqual(MAX_TEXT_BYTES / 2)
  })
})

describe('programs that save links', () => {
  const links = [{ name: 'Reel', url: reel, note: 'Pedir el mole' }]
  it.each([
    ['Karakeep', 'karakeep-export.json', karakeepJson('Tacos', links), { note: 'Pedir el mole' }],
    [
      'Linkwarden',
      'backup.json',
      linkwardenJson('Tacos', links),
      {
        texts: [
          { kind: 'description', text: 'Pedir el mole' },
          { kind: 'hashtags', text: 'comida' },
        ],
      },
    ],
    ['bookmarks', 'marcadores.html', bookmarksHtml('Tacos', links), { note: 'Pedir el mole' }],
  ])('%s have lists, days and words', (_, name, text, words) => {
    expect(read(name, text)).toMatchObject({
      parts: [{ kind: 'collection', name: 'Tacos' }],
      posts: [{ canonicalUrl: reel, title: 'Reel', savedAt: new Date('2023-06-01T12:00:00Z'), ...words }],
    })
  })

  it('lists of Foursquare have places, of which some have a position', () => {
    const points = [point, { name: 'Bar Nilo', position: null }]
    expect(read('lists.json', foursquareLists('Tacos', points))).toMatchObject({
      format: 'map',
      parts: [{ name: 'Tacos' }],
      posts: [{ ...place, savedAt: new Date('2023-06-01T12:00:00Z') }, { title: 'Bar Nilo' }],
    })
  })
})

describe('links in a text', () => {
  it.each([
    ['a note with its name', `Mole de Lucha: ${reel}`, { title: 'Mole de Lucha', texts: [] }],
    [
      'a message',
      `Mira este mole ${reel} !!`,
      { title: null, texts: [{ kind: 'message', text: 'Mira este mole !!' }] },
    ],
    ['a link of Markdown', `- [Mole de Lucha](${reel})`, { title: 'Mole de Lucha', texts: [] }],
    ['an item of a list', `* Fonda Lucha - ${reel}`, { title: 'Fonda Lucha' }],
    ['the line above', `Fonda Lucha\n${reel}`, { texts: [{ kind: 'message', text: 'Fonda Lucha' }] }],
    ['a chat of iOS', `[1/6/23, 12:00:01] Lupe: mole ${reel}`, { title: null, texts: [{ text: 'mole' }] }],
    ['a chat of Android', `1/6/23, 12:00 - Lupe: ${reel}`, { title: null, texts: [] }],
  ])('%s', (_, text, expected) => {
    expect(read('notas.txt', text)?.posts).toMatchObject([{ canonicalUrl: reel, ...expected }])
  })

  it('a message of Telegram, which is cut into pieces', () => {
    const messages = [
      { text: 'hola' },
      { text: ['Vamos a este ', { type: 'link', text: reel }, ' el martes'] },
    ]
    expect(read('result.json', JSON.stringify({ messages }))?.posts).toMatchObject([
      { canonicalUrl: reel, texts: [{ kind: 'message', text: 'Vamos a este el martes' }] },
    ])
  })
})
