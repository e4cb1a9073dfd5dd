import type { ImportPartKind, UnreadReason } from '@antojo/domain/transfer/import-facts'
import type { Platform } from '@antojo/domain/platforms/platform'
import type { PostText } from './entries.ts'

export interface FoundPart {
  readonly kind: ImportPartKind
  readonly name: string | null
}

/** A post to save. A post that occurs several times in the file is one. */
export interface FoundPost {
  readonly url: string
  readonly canonicalUrl: string
  /** `Other` when the link is to a place. */
  readonly platform: Platform
  readonly title: string | null
  readonly savedAt: Date | null
  /** The person's own words about it. */
  readonly note: string | null
  /** The days on which the person was at the place. */
  readonly visited: readonly string[]
  /** Texts of the file about the post. Those of all posts together have a bound, beyond which a post has none. */
  readonly texts: readonly PostText[]
  /** The canonical URL of the place beside which the file has this post. */
  readonly placeUrl: string | null
  /** Indexes of the parts that contain the post. */
  readonly parts: readonly number[]
}

export interface Unread {
  readonly reason: UnreadReason
  readonly total: number
  readonly examples: readonly string[]
}
