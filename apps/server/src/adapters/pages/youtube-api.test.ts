import { SANDBOX_YOUTUBE_KEY } from '@antojo/testing/sandbox/platforms/youtube-api'
import { buildPost, type Post } from '@antojo/testing/sandbox/post'
import { type Sandbox, startSandbox } from '@antojo/testing/sandbox/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createGuardedFetch, type GuardedFetchHandle } from '../http/guarded-fetch.ts'
import type { PageOutcome } from './page-reader.ts'
import { withYoutubeApi } from './youtube-api.ts'

const video = buildPost({
  id: 'api',
  platform: 'YouTube',
  page: 'consent',
  link: 'https://www.youtube.com/watch?v=abcdefghijk',
  title: 'Ruta de tacos',
  description: 'Los mejores.\n\n📍 El Califa de León',
  location: { name: 'El Califa de León' },
})
const hidden = buildPost({ ...video, id: 'hidden', link: 'https://youtu.be/hiddenhidde', failure: 'private' })
const tiktok = buildPost({ id: 'other' })

let sandbox: Sandbox
let guarded: GuardedFetchHandle

beforeAll(async () => {
  sandbox = await startSandbox({ posts: [video, hidden, tiktok] })
  guarded = createGuardedFetch({
    allowPrivateHosts: [new URL(sandbox.url).host],
    hostMap: z.record(z.string(), z.string()).parse(JSON.parse(sandbox.env['SHORT_LINK_MAP'] ?? '{}')),
  })
})
beforeEach(() => sandbox.requests.clear())
afterAll(async () => {
  await sandbox.close()
  await guarded.close()
})

const FROM_PAGE: PageOutcome = { kind: 'none', reason: 'consent' }

function read({ platform, link }: Post, key = SANDBOX_YOUTUBE_KEY): Promise<PageOutcome> {
  const reader = withYoutubeApi(guarded.fetch, key, async () => FROM_PAGE)
  return reader({ platform, url: link }, AbortSignal.timeout(5_000))
}

describe('a video on YouTube, with a key of the Data API', () => {
  it('comes with its whole description and its place, and its page is not read', async () => {
    expect(await read(video)).toMatchObject({
      page: {
        post: {
          title: 'Ruta de tacos',
          caption: 'Los mejores.\n\n📍 El Califa de León',
          author: 'Antojo',
          location: { name: 'El Califa de León' },
        },
        image: `${sandbox.url}/thumbnails/api.jpg`,
      },
    })
  })

  it('is read from its page when the quota is used up or the API does not know it', async () => {
    expect(await read(video, 'another key')).toEqual(FROM_PAGE)
    expect(await read(hidden)).toEqual(FROM_PAGE)
    expect(sandbox.requests.count('youtube_api')).toBe(2)
  })

  it('is the only kind of post that the API is asked for', async () => {
    expect(await read(tiktok)).toEqual(FROM_PAGE)
    expect(sandbox.requests.count('youtube_api')).toBe(0)
  })
})
