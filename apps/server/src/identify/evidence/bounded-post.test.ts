import { expect, it } from 'vitest'
import { boundedPost } from './bounded-post.ts'
import type { PostEvidence } from './post-evidence.ts'

const post: PostEvidence = {
  oembed: null,
  title: 'Tostadas 📍 Contramar',
  description: 'Roma Norte',
  creator: 'Antojo',
  thumbnail: 'https://example.org/a.jpg',
  videoUrl: null,
  subtitlesUrl: null,
  texts: [
    { source: 'title', text: 'Tostadas 📍 Contramar' },
    { source: 'ocr', text: 'Durango 200', second: 3 },
  ],
  transcript: { text: 'qué rico', service: 'test' },
}

it('keeps an ordinary post as it is', () => {
  const oembed = { url: 'https://example.org', title: 'Tostadas', html: '<blockquote></blockquote>' }
  expect(boundedPost({ ...post, oembed })).toEqual({ ...post, oembed })
})

it('keeps a page that says very much within some kilobytes', () => {
  const long = '😋'.repeat(100_000)
  const texts = Array.from({ length: 200 }, (_, second) => ({ source: 'ocr' as const, text: long, second }))
  const bounded = boundedPost({
    ...post,
    oembed: { url: 'https://example.org', title: long, description: long, author_name: long, html: long },
    title: long,
    description: long,
    creator: long,
    texts,
    transcript: { text: long, service: 'test' },
  })
  expect(JSON.stringify(bounded).length).toBeLessThan(45_000)
  expect(JSON.stringify(bounded)).not.toMatch(/\\ud[0-9a-f]{3}/u)
  expect(bounded.oembed?.html).toBeUndefined()
})
