import { afterEach, expect, test, vi } from 'vitest'
import { offeredLinks, rememberOffered } from './offered-links.ts'
import { sendToPipeline } from './send-to-pipeline.ts'

afterEach(() => vi.unstubAllGlobals())

function emptyStorage(): void {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
}

test('a link that was added is not offered again under the short address that the person has', async () => {
  emptyStorage()
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const request = async () => Response.json({ error: 'overloaded' }, { status: 503 })
  await sendToPipeline(
    { request },
    {
      action: 'extract-video',
      input: { videoUrl: 'Mira https://vm.tiktok.com/ZMabc123/ 🌮' },
    },
  )
  warned.mockRestore()
  expect(offeredLinks()).toEqual(['https://vm.tiktok.com/ZMabc123/'])
})

test('the newest links are remembered, each once', () => {
  emptyStorage()
  const urls = Array.from({ length: 60 }, (_, index) => `https://vm.tiktok.com/${index}/`)
  for (const url of urls) rememberOffered([url, url])
  expect(offeredLinks()).toEqual(urls.toReversed().slice(0, 50))
})
