import type { Html } from './pages/html.ts'
import type { Post } from './post.ts'

/** The answer of a platform. */
export interface Answer {
  readonly status: number
  readonly body: string | Readonly<Record<string, unknown>> | Html
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The request that an endpoint answers. */
export interface Question {
  /** The requested post, when there is one at that URL. */
  readonly post: Post | undefined
  /** The URL of the post as requested. */
  readonly url: string
  readonly query: Readonly<Record<string, string | undefined>>
  /** Where the sandbox serves the post's picture and video. */
  readonly thumbnail: string
  readonly video: string
}

export const HTML = 'text/html; charset=utf-8'
export const NOT_JSON: Answer = {
  status: 200,
  type: HTML,
  body: '<!doctype html><title>Just a moment...</title>',
}
