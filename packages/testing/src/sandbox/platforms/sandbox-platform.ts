import type { Answer, Question } from '../answer.ts'
import type { Html } from '../pages/html.ts'
import type { Post } from '../post.ts'

/** The sandbox's implementation of one platform. */
export interface SandboxPlatform {
  /** Hosts of its pages and short links. */
  readonly hosts: readonly string[]
  readonly oembed: (question: Question) => Answer
  /** Query parameters that the platform adds when a short link is followed. */
  readonly tracking: string
  /** The page of a post, with the platform's layout, size and order. */
  readonly page: (page: PageOf) => Html
  /** The answer for a hidden post: a page with this title, or the platform's sign-in page. */
  readonly hidden: { readonly title: string } | { readonly signIn: string }
}

export interface PageOf {
  readonly post: Post
  readonly tags: boolean
  readonly data: boolean
  readonly thumbnail: string
  /** Null when the page does not name the video file. */
  readonly video: string | null
}

/** Formats 48200 as 48.2K. */
export function shortCount(count: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(count)
}

/** Cuts a text to at most `length` characters, ending with dots. */
export function cutAt(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text
}
