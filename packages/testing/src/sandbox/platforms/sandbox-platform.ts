import type { Answer, Question } from '../answer.ts'
import type { Post } from '../post.ts'

/** How the sandbox plays one platform. */
export interface SandboxPlatform {
  /** Hosts of its pages and short links. */
  readonly hosts: readonly string[]
  readonly oembed: (question: Question) => Answer
  /** Query parameters that the platform adds when a short link is followed. */
  readonly tracking: string
  /** Each platform words the Open Graph tags of a post in its own way. */
  readonly previewTexts: (
    post: Post,
    likes: string,
  ) => { readonly title: string; readonly description: string }
  /** What it shows instead of a post that is hidden: a page with this title, or its sign-in page. */
  readonly hidden: { readonly title: string } | { readonly signIn: string }
}
