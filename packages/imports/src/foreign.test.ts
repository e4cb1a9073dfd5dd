import { expect, it } from 'vitest'
import { MAX_TEXT_BYTES } from './collect.ts'
import { MAX_DEPTH, TooDeepError } from './foreign.ts'
import { readImport } from './read-import.ts'

const read = (name: string, text: string) => readImport([{ name, text }])

it.each([
  ['JSON', 'a.json', '['.repeat(1_000_000)],
  ['JSON of objects', 'user_data.json', '{"Favorite Videos":'.repeat(2_000) + '1' + '}'.repeat(2_000)],
  ['XML', 'a.kml', `<kml>${'<a>'.repeat(1_000_000)}<Placemark><name>x</name></Placemark></kml>`],
  ['bookmarks', 'a.html', `<!DOCTYPE NETSCAPE-Bookmark-file-1>${'<DL><DT>'.repeat(500_000)}`],
  ['a page of Instagram', 'saved_posts.html', `<div class="_a6-g">${'<div>'.repeat(1_000_000)}`],
])('%s that is nested without end is refused', (_, name, text) => {
  expect(() => read(name, text)).toThrow(TooDeepError)
})

it('a file within the bound is read', () => {
  const [open, close] = ['[', ']'].map((each) => each.repeat(MAX_DEPTH))
  expect(read('a.json', `${open}"https://youtu.be/dQw4w9WgXcQ"${close}`)?.posts).toHaveLength(1)
  const folders = '<DL><p><DT><H3>Comida</H3>'.repeat(15)
  const link = '<DL><p><DT><A HREF="https://youtu.be/dQw4w9WgXcQ">Tacos</A></DL>'
  expect(read('b.html', `<!DOCTYPE NETSCAPE-Bookmark-file-1>${folders}${link}`)?.posts).toHaveLength(1)
})

it('brackets of a chat are no JSON', () => {
  const text = `[1/6/23 12:00] Lupe: ${'['.repeat(1_000)} https://youtu.be/dQw4w9WgXcQ`
  expect(read('_chat.txt', text)?.posts).toHaveLength(1)
})

it('the text that an import keeps is bounded, and the rest is counted', () => {
  const lines = Array.from(
    { length: 8_000 },
    (_, index) => `https://maps.app.goo.gl/${index}${'a'.repeat(1_900)}`,
  )
  const found = read('a.txt', lines.join('\n'))
  const kept =
    found?.posts.reduce((sum, { url, canonicalUrl }) => sum + url.length + canonicalUrl.length, 0) ?? 0
  expect(kept).toBeLessThan(MAX_TEXT_BYTES)
  expect(kept).toBeGreaterThan(MAX_TEXT_BYTES / 2)
  expect(found?.unread).toMatchObject([{ reason: 'too_many', total: 8_000 - (found?.posts.length ?? 0) }])
})
