import { expect, it } from 'vitest'
import type { Frame } from '../../adapters/media/port.ts'
import { readPostMedia } from './read-media.ts'
import { createStepRecorder } from './step-recorder.ts'

const COVER: Frame = { second: 0, image: Buffer.from('cover') }
const FRAME: Frame = { second: 3, image: Buffer.from('frame') }
const post = { platform: 'TikTok', url: 'https://www.tiktok.com/@a/video/1' } as const

interface Shown {
  readonly video: boolean
  readonly cover: Frame | null
  readonly isHeard?: boolean
  readonly subtitles?: string
}

/** Reads a post whose pictures are their own text as bytes. */
async function read({ video, cover, isHeard = false, subtitles = '' }: Shown) {
  const steps = createStepRecorder(() => undefined)
  const file = { path: '/nowhere', seconds: 9, dispose: async () => undefined }
  const seen = await readPostMedia(
    {
      cover: async () => cover,
      subtitles: async () => (subtitles === '' ? [] : [{ second: 1, text: subtitles }]),
      media: {
        fetch: async () => (video ? { kind: 'found', file } : { kind: 'none', reason: 'no_media' }),
        frames: async () => ({ kind: 'found', frames: [FRAME] }),
      },
      ocr: {
        read: async (frames) => ({
          kind: 'found',
          lines: frames.map(({ image, second }) => ({ text: String(image), second, confidence: 1 })),
        }),
      },
      speech: {
        available: true,
        transcribe: async () => ({ kind: 'found', text: 'speech', service: 'test' }),
      },
    },
    {
      ...post,
      videoUrl: null,
      coverUrl: 'https://cdn.test/cover.jpg',
      subtitlesUrl: 'https://cdn.test/es.vtt',
      isHeard,
    },
    steps,
    AbortSignal.timeout(10_000),
  )
  return { texts: seen.texts.map(({ text }) => text), ocr: steps.steps.find(({ step }) => step === 'ocr') }
}

it('reads the cover of a post whose video cannot be fetched', async () => {
  expect(await read({ video: false, cover: COVER })).toMatchObject({
    texts: ['cover'],
    ocr: { state: 'done', found: 'cover' },
  })
})

it('reads the cover before the frames of the video', async () => {
  expect((await read({ video: true, cover: COVER })).texts).toEqual(['speech', 'cover', 'frame'])
})

it('reads subtitles instead of listening, also without a video', async () => {
  expect((await read({ video: true, cover: null, subtitles: 'said' })).texts).toEqual(['said', 'frame'])
  expect((await read({ video: false, cover: null, subtitles: 'said' })).texts).toEqual(['said'])
})

it('does not listen to a post whose subtitles are known', async () => {
  expect((await read({ video: true, cover: null, isHeard: true })).texts).toEqual(['frame'])
})

it('reports why nothing was read without a cover and a video', async () => {
  expect(await read({ video: false, cover: null })).toMatchObject({
    texts: [],
    ocr: { state: 'skipped', reason: 'no_media' },
  })
})
