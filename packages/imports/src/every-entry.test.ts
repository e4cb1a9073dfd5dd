import {
  googleList,
  googleSavedPlaces,
  instagramHtml,
  instagramHtml2026,
  instagramPosts,
  instagramPosts2026,
  tiktokJson,
  tiktokText,
  youtubePlaylist,
} from '@antojo/testing/exports'
import {
  bookmarksHtml,
  foursquareLists,
  geojsonFile,
  karakeepJson,
  kmlFolder,
  linkwardenJson,
  type MapPoint,
  mealieJson,
  osmandGpx,
  type SavedLink,
} from '@antojo/testing/link-exports'
import { describe, expect, it } from 'vitest'
import { readImport } from './read-import.ts'

/** Links as people save them; one of them is a word of eleven letters, which looks like an id of YouTube. */
const LINKS: readonly SavedLink[] = [
  { name: 'Smashburger', url: 'https://www.google.com/maps/place/Smashburger/@19.4,-99.1,17z' },
  { name: 'Reel', url: 'https://www.instagram.com/reel/C9aBcDeFgHi/' },
  { name: 'Mole', url: 'https://www.tiktok.com/@lucha.come/video/7411111111111111111' },
  { name: 'Corto', url: 'https://youtu.be/aBcDeFgHiJk' },
  { name: 'Blog de Lucha', url: 'https://lucha.example/mole' },
  { name: 'Perfil', url: 'https://www.instagram.com/lucha.come/' },
  { name: 'Sin enlace', url: null },
  { name: 'Código', url: 'javascript:alert(1)' },
]
const POINTS: readonly MapPoint[] = [
  { name: 'Smashburger', position: [-99.1, 19.4] },
  { name: 'Bar Nilo', position: [-99.2, 19.5], note: 'ir el martes' },
  { name: 'Paseo', position: null },
]
const IDS = ['7411111111111111111', '7411111111111111112', 'no-es-un-id']

const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(',')
const sheet = (links: readonly SavedLink[]): string =>
  ['title,url,tags', ...links.map(({ name, url }) => quoted([name, url ?? '', 'x']))].join('\n')
const googleRows = (links: readonly SavedLink[]): string =>
  [
    'Title,Note,URL,Tags,Comment',
    ',,,,',
    ...links.map(({ name, url }) => quoted([name, '', url ?? '', '', ''])),
  ].join('\n')
const post = (code: string) =>
  ({ code, caption: 'Mole rico', hashtags: ['mole'], owner: ['Lucha', 'lucha.come'] }) as const

/** Every format, as a file with some of these entries. */
const OF_LINKS: readonly (readonly [string, string, (links: readonly SavedLink[]) => string])[] = [
  ['bookmarks', 'marcadores.html', (links) => bookmarksHtml('Tacos', links)],
  ['karakeep', 'karakeep-export.json', (links) => karakeepJson('Tacos', links)],
  ['bookmarks', 'linkwarden.json', (links) => linkwardenJson('Tacos', links)],
  ['mealie', 'database.json', mealieJson],
  ['table', 'pocket.csv', sheet],
  ['google', 'Quiero ir.csv', googleRows],
]
const OF_POINTS: readonly (readonly [string, string, (points: readonly MapPoint[]) => string])[] = [
  ['map', 'lists.json', (points) => foursquareLists('Tacos', points)],
  ['map', 'doc.kml', (points) => kmlFolder('Cenas', points)],
  ['map', 'favorites.gpx', osmandGpx],
  ['map', 'mapa.geojson', geojsonFile],
]

/** The format of a file, and the number of its entries that are read or counted. */
function read(name: string, text: string): { readonly format: string; readonly entries: number } {
  const found = readImport([{ name, text }])
  const unread = found?.unread.reduce((sum, { total }) => sum + total, 0) ?? 0
  return { format: found?.format ?? '', entries: (found?.read ?? 0) + unread }
}

describe('the entries that are read, and those that are not with their reason, are all entries of the file', () => {
  it.each(OF_LINKS)('%s: %s', (format, name, write) => {
    expect(read(name, write(LINKS))).toEqual({ format, entries: LINKS.length })
  })

  it.each(OF_POINTS)('%s: %s', (format, name, write) => {
    expect(read(name, write(POINTS))).toEqual({ format, entries: POINTS.length })
  })

  it.each([
    ['tiktok', 'user_data.json', tiktokJson({ favourites: IDS, likes: IDS }), 6],
    ['tiktok', 'Favorite Videos.txt', tiktokText(IDS), 3],
    ['youtube', 'Tacos-videos.csv', youtubePlaylist(['dQw4w9WgXcQ', '-abc_DEF123', 'borrado']), 3],
    ['google', 'Tacos.csv', googleList([{ name: 'Smashburger', cid: '1f' }]), 1],
    ['instagram', 'saved_posts.json', instagramPosts2026([post('C9aBcDeFgHi'), post('x')]), 2],
    [
      'instagram',
      'saved_posts.html',
      instagramHtml2026(new Map([[null, [post('C9aBcDeFgHi'), post('x')]]])),
      2,
    ],
    [
      'instagram',
      'saved_collections.html',
      instagramHtml2026(new Map([['Tacos', [post('C9aBcDeFgHi')]]])),
      1,
    ],
    ['instagram', 'saved_posts.html', instagramHtml({ posts: ['C8aBcDeFgHi', 'C8aBcDeFgHj'] }), 2],
    ['instagram', 'saved_posts.json', instagramPosts(['C8aBcDeFgHi'], 'Guardado el'), 1],
    ['map', 'Saved Places.json', googleSavedPlaces([{ name: 'Contramar', cid: '1f' }], 'now'), 1],
    ['links', 'notas.txt', LINKS.map(({ name, url }) => `${name}: ${url ?? ''}`).join('\n'), 6],
    ['links', 'chat.json', JSON.stringify(LINKS.map(({ url }) => ({ text: `mira ${url ?? ''}` }))), 6],
  ])('%s: %s', (format, name, text, entries) => {
    expect(read(name, text)).toEqual({ format, entries })
  })

  it('of any choice and order of entries', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      // A file has at least one link that an import takes, or else it may be any text.
      const links = [...chosen(LINKS, seed), ...LINKS.slice(0, 2)]
      const points = [...chosen(POINTS, seed), ...POINTS.slice(0, 1)]
      for (const [format, name, write] of OF_LINKS)
        expect(read(name, write(links))).toEqual({ format, entries: links.length })
      for (const [format, name, write] of OF_POINTS)
        expect(read(name, write(points))).toEqual({ format, entries: points.length })
    }
  })

  it('of a post that a file has many times, which takes room once', () => {
    const text = 'https://youtu.be/aBcDeFgHiJk\n'.repeat(40_000)
    expect(readImport([{ name: 'a.txt', text }])).toMatchObject({ posts: [{}], read: 40_000, unread: [] })
    const others = Array.from(
      { length: 19_000 },
      (_, id) => `https://youtu.be/${String(id).padStart(11, '0')}\n`,
    )
    const found = readImport([{ name: 'a.txt', text: text.repeat(2) + others.join('') }])
    expect(found?.posts).toHaveLength(19_001)
  })

  it('of a table with more rows than are read', () => {
    const text = `name,url\n${'Mole,https://youtu.be/aBcDeFgHiJk\n'.repeat(50_010)}`
    expect(read('a.csv', text)).toEqual({ format: 'table', entries: 50_010 })
  })
})

/** Up to twelve of them, also repeated; the same for the same seed. */
function chosen<T>(from: readonly T[], seed: number): T[] {
  let state = seed
  const next = (bound: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
  return Array.from({ length: next(12) }, () => from.slice(next(from.length))[0]).filter(
    (each) => each !== undefined,
  )
}
