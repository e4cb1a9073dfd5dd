import type { Answer, Question } from '../answer.ts'
import { addressOf } from '../post.ts'

/** The key that the sandbox accepts; any other key has used up its quota. */
export const SANDBOX_YOUTUBE_KEY = 'sandbox-youtube-key'

/** `videos.list` of the YouTube Data API: hidden videos are missing from the answer, without an error. */
export function answerYoutubeApi({ post, thumbnail }: Question, key: unknown): Answer {
  if (key !== SANDBOX_YOUTUBE_KEY) {
    const errors = [{ domain: 'youtube.quota', reason: 'quotaExceeded' }]
    return {
      status: 403,
      body: { error: { code: 403, message: 'The request cannot be completed.', errors } },
    }
  }
  const isHidden = post?.failure === 'private' || post?.failure === 'gone'
  if (post?.platform !== 'YouTube' || isHidden) return { status: 200, body: { kind: LIST, items: [] } }
  const snippet = {
    title: post.title,
    description: post.description,
    channelTitle: post.author.name,
    thumbnails: { default: { url: thumbnail, width: 120, height: 90 }, high: { url: thumbnail } },
    defaultAudioLanguage: 'es',
  }
  const recordingDetails = post.location ? { locationDescription: post.location.name } : {}
  const id = new URL(addressOf(post)).searchParams.get('v') ?? addressOf(post).slice(-11)
  return {
    status: 200,
    body: { kind: LIST, items: [{ kind: 'youtube#video', id, snippet, recordingDetails }] },
  }
}

const LIST = 'youtube#videoListResponse'
