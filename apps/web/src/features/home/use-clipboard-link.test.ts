import { afterEach, expect, test, vi } from 'vitest'
import { clipboardLink } from './use-clipboard-link.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser with this text on its clipboard, which counts how often it is read. */
function browser(text: string, state = 'granted') {
  let reads = 0
  vi.stubGlobal('navigator', {
    permissions: { query: async () => ({ state }) },
    clipboard: {
      readText: async () => {
        reads++
        return text
      },
    },
  })
  return () => reads
}

test.each([
  [' Mira https://www.tiktok.com/@a/video/1 ', 'Mira https://www.tiktok.com/@a/video/1'],
  ['https://example.org/receta', null],
  ['https://example.org/receta https://www.tiktok.com/@a/video/1', null],
  ['tacos al pastor', null],
  ['', null],
])('the copied text %j offers %j', async (copied, offered) => {
  browser(copied)
  expect(await clipboardLink()).toBe(offered)
})

test.each(['prompt', 'denied'])('the clipboard is not read while its permission is %s', async (state) => {
  const reads = browser('https://www.tiktok.com/@a/video/1', state)
  expect([await clipboardLink(), reads()]).toEqual([null, 0])
})
