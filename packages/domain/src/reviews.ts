import { tryParseJson } from './unknown-values.ts'

export interface Review {
  readonly author_name: string
  readonly profile_photo_url?: string | null
  readonly rating?: number | null
  readonly relative_time?: string | null
  readonly text: string
  /** Seconds since 1970, if the provider gives it. */
  readonly time?: number | null
}

const MIN_REVIEW_LENGTH = 10
const MAX_REVIEWS = 10

/** The stored reviews of a place: over 10 characters, newest first, then the higher rating, at most 10 (spec §5). */
export function keptReviews(reviews: readonly Review[]): Review[] {
  return reviews
    .filter((review) => review.text.trim().length > MIN_REVIEW_LENGTH)
    .toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0) || (b.rating ?? 0) - (a.rating ?? 0))
    .slice(0, MAX_REVIEWS)
}

/** Reviews from a row's column: a list, or a JSON list in a string; entries that are not reviews are left out. */
export function reviewsOf(value: unknown): Review[] {
  if (typeof value === 'string') return reviewsOf(tryParseJson(value))
  return Array.isArray(value) ? value.filter(isReview) : []
}

function isReview(value: unknown): value is Review {
  return (
    typeof value === 'object' &&
    value !== null &&
    'author_name' in value &&
    typeof value.author_name === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  )
}
