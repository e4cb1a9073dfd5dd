import type { Answer, Question } from '../answer.ts'
import type { Html } from '../pages/html.ts'
import type { Post } from '../post.ts'

/** How the sandbox plays one platform. */
export interface SandboxPlatform {
  /** Hosts of its pages and short links. */
  readonly hosts: readonly string[]
  readonly oembed: (question: Question) => Answer
  /** Query parameters that the platform adds when a short link is followed. */
  readonly tracking: string
  /** The page of a post in the platform's shape, size and order. */
  readonly page: (page: PageOf) => Html
  /** What it shows instead of a post that is hidden: a page with this title, or its sign-in page. */
  readonly hidden: { readonly title: string } | { readonly signIn: string }
}

export interface PageOf {
  readonly post: Post
  readonly tags: boolean
  readonly data: boolean
  readonly thumbnail: string
  /** Null where the page does not name it. */
  readonly video: string | null
}

/** 48200 → 48.2K. */
export function shortCount(count: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(count)
}

/** At most `length` characters, the last of them dots. */
export function cutAt(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text
}
