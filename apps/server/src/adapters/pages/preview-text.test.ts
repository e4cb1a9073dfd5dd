import { describe, expect, it } from 'vitest'
import { previewText } from './preview-text.ts'

const long = `${'Fuimos por tacos al pastor. '.repeat(30)}📍 El Califa, CDMX`

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
      'Instagram',
      `Ana on Instagram: "${long}"`,
      `1,234 likes, 5 comments - ana on May 1, 2026: "${long.slice(0, 500)}`,
      { author: 'Ana', caption: long },
    ],
    [
      'Instagram',
      undefined,
      `1,234 likes, 5 comments - ana on May 1, 2026: "${long.slice(0, 500)}`,
      { caption: long.slice(0, 500).trim() },
    ],
    [
      'Facebook',
      '1.2K views · Ana Come',
      'Tacos en El Califa',
      { author: 'Ana Come', caption: 'Tacos en El Califa' },
    ],
    [
      'Facebook',
      '392K views · 5.3K reactions | Tacos en El Califa | Ana Come',
      undefined,
      { author: 'Ana Come', caption: 'Tacos en El Califa' },
    ],
    ['Facebook', '119 reactions · 1.4K shares | Ana Come on Reels', undefined, { author: 'Ana Come' }],
    [
      'Facebook',
      '12 mil reproducciones · 450 reacciones | Pastor | trompo | Ana Come | Facebook',
      undefined,
      { author: 'Ana Come', caption: 'Pastor | trompo' },
    ],
    [
      'YouTube',
      'Los 5 mejores tacos',
      'Hoy fuimos a…',
      { title: 'Los 5 mejores tacos', caption: 'Hoy fuimos a…' },
    ],
    [
      'YouTube',
      '3 views of Lima',
      '12 likes is all we got',
      { title: '3 views of Lima', caption: '12 likes is all we got' },
    ],
  ] as const)('%s: %s', (platform, title, description, expected) => {
    const tags = { ...(title ? { title } : {}), ...(description ? { description } : {}) }
    expect(previewText(platform, tags)).toEqual(expected)
  })
})
