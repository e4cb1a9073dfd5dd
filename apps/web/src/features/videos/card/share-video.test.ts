import { afterEach, expect, test, vi } from 'vitest'
import { videoOf } from '../../../entities/video/video.ts'
import { shareVideo } from './share-video.ts'

const LINK = 'https://www.tiktok.com/@a/video/1'
const video = videoOf({
  id: 'v1',
  created_at: '2026-11-20',
  video_url: LINK,
  restaurant_name: 'Contramar',
  restaurant_address: 'Durango 200',
})
if (!video) throw new Error('not a video')

afterEach(() => vi.unstubAllGlobals())

/** A browser whose share sheet ends with `ending`; null when it has none. Returns what it was given. */
function browser(ending: (() => Promise<void>) | null, canCopy = true) {
  const given: unknown[] = []
  vi.stubGlobal('location', new URL('https://antojo.example/'))
  vi.stubGlobal('navigator', {
    ...(ending && {
      share: async (shared: unknown) => {
        given.push(shared)
        await ending()
      },
    }),
    clipboard: {
      writeText: async (text: string) => {
        if (!canCopy) throw new DOMException('no', 'NotAllowedError')
        given.push(text)
      },
    },
  })
  return given
}

const refuseWith = (name: string) => () => Promise.reject(new DOMException('no', name))
const OURS = `https://antojo.example/find?${new URLSearchParams({ url: LINK, about: 'Contramar, Durango 200' })}`
const SHARED = { title: 'Contramar', text: `Contramar, Durango 200\n${LINK}`, url: OURS }
const COPIED = `Contramar, Durango 200\n${LINK}\n${OURS}`

test('a video is shared with the name and address of its place and the link of the post', async () => {
  const given = browser(async () => {})
  expect(await shareVideo(video)).toBe('shared')
  expect(given).toEqual([SHARED])
})

test('closing the share sheet is no failure and copies nothing', async () => {
  const given = browser(refuseWith('AbortError'))
  expect(await shareVideo(video)).toBe('shared')
  expect(given).toEqual([SHARED])
})

test('without a share sheet, or when it fails, the place and the link are copied', async () => {
  const given = browser(refuseWith('NotAllowedError'))
  expect(await shareVideo(video)).toBe('copied')
  expect(given).toEqual([SHARED, COPIED])
  const copied = browser(null)
  expect([await shareVideo(video), copied]).toEqual(['copied', [COPIED]])
  browser(null, false)
  expect(await shareVideo(video)).toBe('failed')
})
