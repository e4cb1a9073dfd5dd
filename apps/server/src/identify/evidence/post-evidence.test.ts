import { describe, expect, it } from 'vitest'
import { mergePost, hasText } from './post-evidence.ts'

describe('mergePost', () => {
  const oembed = {
    url: 'https://x',
    title: 'Tacos en El Califa 🌮 #cdmx',
    author_name: 'Ana',
    author_url: 'https://www.tiktok.com/@ana.come',
  }

  it('adds a preview only when it says something new', () => {
    const cut = mergePost(oembed, { preview: { author: 'Ana', caption: 'Tacos en El Califa…' }, post: null })
    expect(cut.texts).toEqual([
      { source: 'title', text: 'Tacos en El Califa 🌮 #cdmx' },
      { source: 'creator', text: 'Ana' },
      { source: 'creator', text: '@ana.come' },
    ])
    const preview = { title: oembed.title, caption: 'Altata 22, Condesa' }
    const more = mergePost(oembed, { preview, post: null })
    expect(more.texts[1]).toEqual({ source: 'og', text: 'Altata 22, Condesa' })
    expect(more.description).toBe('Altata 22, Condesa')
  })

  it('takes the whole caption from the page and leaves its cut form out', () => {
    const post = mergePost(
      { ...oembed, title: 'Ruta de tacos' },
      {
        preview: { title: 'Ruta de tacos', caption: '0:00 El Califa 0:31 Los Co...' },
        post: { title: 'Ruta de tacos', caption: '0:00 El Califa\n0:31 Los Cocuyos' },
      },
    )
    expect(post.texts.slice(0, 2)).toEqual([
      { source: 'title', text: 'Ruta de tacos' },
      { source: 'description', text: '0:00 El Califa\n0:31 Los Cocuyos' },
    ])
    expect(post.texts.some(({ source }) => source === 'og')).toBe(false)
  })

  it('puts the tagged place first, beside a caption that repeats its name', () => {
    const location = { name: 'El Califa', address: 'Altata 22', city: 'Ciudad de México' }
    const { texts } = mergePost(null, {
      preview: {},
      post: { caption: 'El Califa', handle: 'ana.come', location, screenTexts: ['2x1 hoy'] },
    })
    expect(texts).toEqual([
      { source: 'location-tag', text: '📍 El Califa, Altata 22, Ciudad de México' },
      { source: 'description', text: 'El Califa' },
      { source: 'ocr', text: '2x1 hoy' },
      { source: 'creator', text: '@ana.come' },
    ])
  })

  it('lives on the page when oEmbed has no words, and on nothing', () => {
    const post = mergePost(
      { url: 'https://x', html: '<blockquote>' },
      { preview: { author: 'Ana', caption: 'El Califa' }, image: 'https://x/a.jpg', post: null },
    )
    expect(post).toMatchObject({ title: 'El Califa', creator: 'Ana', thumbnail: 'https://x/a.jpg' })
    expect(hasText(post)).toBe(true)
    expect(hasText(mergePost(null, null))).toBe(false)
  })
})
