import { IMPORT_FORMATS } from '@antojo/domain/transfer/import-facts'
import { describe, expect, it } from 'vitest'
import {
  instagramCollections,
  instagramHtml,
  instagramPosts,
  tiktokJson,
  tiktokText,
} from '@antojo/testing/exports'
import { MAX_ITEMS } from './collect.ts'
import { namesToRead, READERS, readImport } from './read-import.ts'

const [first, second, third] = ['7301234567890123456', '7301234567890123457', '7301234567890123458']
const canonical = (id: string) => `https://www.tiktok.com/@_/video/${id}`
const read = (name: string, text: string) => readImport([{ name, text }])

// Antojo's own file is restored and not read.
it.each(IMPORT_FORMATS.filter((format) => format !== 'antojo'))('%s has a reader', (format) => {
  expect(READERS.map((reader) => reader.format)).toContain(format)
})

describe('an export of TikTok', () => {
  it.each([
    ['of today', tiktokJson({ favourites: [first, second], likes: [second, third] })],
    [
      'of 2025, with its sections under "Likes and Favorites"',
      tiktokJson({ favourites: [first, second], likes: [second, third], shape: 'your-activity' }),
    ],
    [
      'of 2021, with keys in lower case',
      tiktokJson({ favourites: [first, second], likes: [second, third], shape: 'lower-case' }),
    ],
  ])('%s: favourites and likes are parts, and nothing else is read', (_, text) => {
    const found = read('user_data_tiktok.json', text)
    expect(found).toMatchObject({
      format: 'tiktok',
      parts: [{ kind: 'favourites' }, { kind: 'likes' }],
      posts: [
        { canonicalUrl: canonical(first), parts: [0] },
        { canonicalUrl: canonical(second), parts: [0, 1] },
        { canonicalUrl: canonical(third), parts: [1] },
      ],
      unread: [],
    })
    expect(found?.posts[0]?.savedAt?.toISOString()).toBe('2023-06-01T12:00:00.000Z')
  })

  it.each([
    ['Favorite Videos.txt', 'Date', 'Link', 'favourites'],
    ['TikTok/Activity/Like List.txt', 'Fecha', 'Enlace', 'likes'],
    ['notas.txt', 'Date', 'Link', 'file'],
  ])('as a text %s', (name, date, link, kind) => {
    expect(read(name, tiktokText([first, second], { date, link }))).toMatchObject({
      format: 'tiktok',
      parts: [{ kind }],
      posts: [{ canonicalUrl: canonical(first), savedAt: new Date('2023-06-01T12:00:00Z') }, {}],
    })
  })

  it('counts entries that are no post, with examples', () => {
    const text = JSON.stringify({
      Activity: {
        'Favorite Videos': {
          FavoriteVideoList: [
            { Date: '2023-01-01 00:00:00', Link: '' },
            { Date: '2023-01-01 00:00:00', Link: 'https://www.tiktok.com/@tacos.mx' },
            { Date: 'yesterday', Link: `https://www.tiktokv.com/share/video/${first}/` },
          ],
        },
      },
    })
    expect(read('user_data.json', text)).toMatchObject({
      posts: [{ canonicalUrl: canonical(first), savedAt: null }],
      unread: [
        { reason: 'no_link', total: 1, examples: [] },
        { reason: 'not_a_post', total: 1, examples: ['https://www.tiktok.com/@tacos.mx'] },
      ],
    })
  })

  it('is read up to a bound, and the rest is counted', () => {
    const ids = Array.from({ length: MAX_ITEMS + 3 }, (_, index) =>
      String(7_300_000_000_000_000_000n + BigInt(index)),
    )
    const found = read('user_data.json', tiktokJson({ favourites: ids, likes: [] }))
    expect(found?.posts).toHaveLength(MAX_ITEMS)
    expect(found?.unread).toMatchObject([{ reason: 'too_many', total: 3 }])
  })
})

describe('an export of Instagram', () => {
  const reel = (code: string) => `https://www.instagram.com/reel/${code}/`
  const collections = [
    { name: 'Tacos en Cancún 🌮', codes: ['C8aBcDeFgHi', 'C8aBcDeFgHj'] },
    { name: 'Café', codes: ['C8aBcDeFgHj'] },
  ]
  const expected = {
    format: 'instagram',
    parts: [
      { kind: 'collection', name: 'Tacos en Cancún 🌮' },
      { kind: 'collection', name: 'Café' },
    ],
    posts: [
      { canonicalUrl: reel('C8aBcDeFgHi'), parts: [0] },
      { canonicalUrl: reel('C8aBcDeFgHj'), parts: [0, 1] },
    ],
    unread: [],
  }

  it.each(['Saved on', 'Guardado el'])('reads saved posts, whatever the label %s', (label) => {
    expect(read('saved_posts.json', instagramPosts(['C8aBcDeFgHi'], label))).toMatchObject({
      format: 'instagram',
      parts: [{ kind: 'saved', name: null }],
      posts: [{ canonicalUrl: reel('C8aBcDeFgHi'), title: null, savedAt: new Date('2023-06-01T12:00:00Z') }],
    })
  })

  it.each(['string_map_data', 'label_values'] as const)('reads collections in the form of %s', (shape) => {
    expect(read('saved_collections.json', instagramCollections(collections, shape))).toMatchObject(expected)
  })

  it('reads collections and posts as HTML', () => {
    expect(read('saved_collections.html', instagramHtml({ collections }))).toMatchObject(expected)
    expect(read('saved_posts.html', instagramHtml({ posts: ['C8aBcDeFgHi'] }))).toMatchObject({
      parts: [{ kind: 'saved' }],
      posts: [{ canonicalUrl: reel('C8aBcDeFgHi') }],
    })
  })

  it('a post that is saved and in a collection is one item of both', () => {
    const found = readImport([
      { name: 'saved_posts.json', text: instagramPosts(['C8aBcDeFgHi'], 'Saved on') },
      { name: 'saved_collections.json', text: instagramCollections(collections, 'string_map_data') },
    ])
    expect(found?.posts).toMatchObject([
      { canonicalUrl: reel('C8aBcDeFgHi'), parts: [0, 1] },
      { canonicalUrl: reel('C8aBcDeFgHj'), parts: [1, 2] },
    ])
  })
})

describe('any other file', () => {
  it('is searched for links of the platforms', () => {
    const text = String.raw`{"a":"https:\/\/youtu.be\/dQw4w9WgXcQ","b":"https://example.org/x"}`
    expect(read('chat.json', text)).toMatchObject({
      format: 'links',
      parts: [{ kind: 'file' }],
      posts: [{ platform: 'YouTube' }],
    })
  })

  it.each(['', '{', '[]', 'null', '<html><h2>Hola</h2></html>'])('%j has nothing', (text) => {
    expect(read('x.json', text)).toBeNull()
  })
})

it('reads of an archive the files of a known export, or else every text', () => {
  const saved = 'your_instagram_activity/saved/saved_posts.json'
  expect(namesToRead(['media/a.jpg', saved, 'messages/inbox/x.json'])).toEqual([saved])
  expect(namesToRead(['TikTok/Activity/Favorite Videos.txt', 'TikTok/Profile/Info.txt'])).toEqual([
    'TikTok/Activity/Favorite Videos.txt',
  ])
  expect(namesToRead(['a/_chat.txt', 'a/photo.jpg'])).toEqual(['a/_chat.txt'])
})
