import { expect, it } from 'vitest'
import { parseFeed } from './parse-feed.ts'

const item = '<item><title>Tacos</title><link>https://example.org/1</link></item>'

it('keeps the posts before elements that nest without end, and reads no further', () => {
  const start = performance.now()
  const feed = parseFeed(`<rss><channel>${item}${'<a>'.repeat(1_000_000)}${item}</channel></rss>`, 50)
  expect(feed?.posts.map(({ title }) => title)).toEqual(['Tacos'])
  expect(performance.now() - start).toBeLessThan(1_000)
})
