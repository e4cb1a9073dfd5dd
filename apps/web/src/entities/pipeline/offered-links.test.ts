import { afterEach, expect, test, vi } from 'vitest'
import { offeredLinks, rememberOffered } from './offered-links.ts'
import { sendToPipeline } from './send-to-pipeline.ts'

vi.mock('./pipeline-client.ts', () => ({ callPipeline: async () => ({ kind: 'error', code: 'network' }) }))

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
  await sendToPipeline(
    { request: fetch },
    {
      action: 'extract-video',
      input: { videoUrl: 'Mira https://vm.tiktok.com/ZMabc123/ 🌮' },
    },
  )
  expect(offeredLinks()).toEqual(['https://vm.tiktok.com/ZMabc123/'])
})

test('the newest links are remembered, each once', () => {
  emptyStorage()
  const urls = Array.from({ length: 60 }, (_, index) => `https://vm.tiktok.com/${index}/`)
  for (const url of urls) rememberOffered([url, url])
  expect(offeredLinks()).toEqual(urls.toReversed().slice(0, 50))
})
