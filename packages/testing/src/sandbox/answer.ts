import type { Html } from './pages/html.ts'
import type { Post } from './post.ts'

/** What a platform answers. */
export interface Answer {
  readonly status: number
  readonly body: string | Readonly<Record<string, unknown>> | Html
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What an endpoint knows when it answers. */
export interface Question {
  /** The post that is asked for, when there is one at that address. */
  readonly post: Post | undefined
  /** The address of the post as it was asked for. */
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
