import type { Answer, Question } from '../answer.ts'
import { youtubeFields } from './youtube.ts'

const YOUTUBE_ERRORS: Partial<Record<string, string>> = {
  private: '403 Forbidden',
  age_restricted: '401 Unauthorized',
  embedding_off: '401 Unauthorized',
  gone: '404 Not Found',
  server_error: '500 Internal Server Error',
  not_json: '403 Forbidden',
}

/** noembed.com: always status 200, with errors in the body; of the four platforms it supports only YouTube. */
export function answerFallback({ post, url, thumbnail }: Question): Answer {
  if (post?.platform !== 'YouTube')
    return { status: 200, body: { error: 'no matching providers found', url } }
  const error = post.failure && YOUTUBE_ERRORS[post.failure]
  return { status: 200, body: error ? { error, url } : { ...youtubeFields(post, thumbnail), url } }
}
