import { describe, expect, it } from 'vitest'
import { mergePost, tellsSomething } from './post-evidence.ts'
import { previewText } from './preview-text.ts'

describe('previewText', () => {
  it.each([
    [
      'TikTok',
      'TikTok · Ana Come',
      '1.2K likes, 41 comments. “📍 El Califa”',
      { author: 'Ana Come', caption: '📍 El Califa' },
    ],
    [
      'Instagram',
      'Ana on Instagram: "El Califa, CDMX"',
      '1,234 likes, 5 comments - ana on May 1, 2026: "El Califa, CDMX".',
      { author: 'Ana', caption: 'El Califa, CDMX' },
    ],
    ['Instagram', 'Ana en Instagram: “El Califa”', undefined, { author: 'Ana', caption: 'El Califa' }],
    [
      'Facebook',
      '1.2K views · Ana Come',
      'Tacos en El Califa',
      { author: 'Ana Come', caption: 'Tacos en El Califa' },
    ],
    [
      'YouTube',
      'Los 5 mejores tacos',
      'Hoy fuimos a…',
      { title: 'Los 5 mejores tacos', caption: 'Hoy fuimos a…' },
    ],
  ] as const)('%s: %s', (platform, title, description, expected) => {
    expect(previewText(platform, { title, ...(description === undefined ? {} : { description }) })).toEqual(
      expected,
    )
  })
})

describe('mergePost', () => {
  const oembed = {
    url: 'https://x',
    title: 'Tacos en El Califa 🌮 #cdmx',
    author_name: 'Ana',
    author_url: 'https://www.tiktok.com/@ana.come',
  }

  it('adds a preview only when it says something new', () => {
    const cut = mergePost('TikTok', oembed, {
      title: 'TikTok · Ana',
      description: '3 likes, 1 comments. “Tacos en El Califa…”',
    })
    expect(cut.texts).toEqual([
      { source: 'title', text: 'Tacos en El Califa 🌮 #cdmx' },
      { source: 'creator', text: 'Ana' },
      { source: 'creator', text: '@ana.come' },
    ])
    const more = mergePost('YouTube', oembed, { title: oembed.title, description: 'Altata 22, Condesa' })
    expect(more.texts[1]).toEqual({ source: 'og', text: 'Altata 22, Condesa' })
    expect(more.description).toBe('Altata 22, Condesa')
  })

  it('lives on the preview when oEmbed tells nothing, and on nothing', () => {
    const post = mergePost(
      'Instagram',
      { url: 'https://x', html: '<blockquote>' },
      { title: 'Ana on Instagram: "El Califa"', image: 'https://x/a.jpg' },
    )
    expect(post).toMatchObject({ title: 'El Califa', creator: 'Ana', thumbnail: 'https://x/a.jpg' })
    expect(tellsSomething(post)).toBe(true)
    expect(tellsSomething(mergePost('Instagram', null, null))).toBe(false)
  })
})
