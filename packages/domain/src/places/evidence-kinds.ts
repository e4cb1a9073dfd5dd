/** The source of a piece of text. */
export const EVIDENCE_SOURCES = [
  // The place that the author chose from the platform's list.
  'location-tag',
  'title',
  'description',
  'hashtag',
  'creator',
  'ocr',
  'transcript',
  'og',
  'user-hint',
  'llm-mention',
] as const
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number]

/** The kinds of evidence for a place. */
export const WHY_KINDS = [
  'name',
  'partial-name',
  'misspelt-name',
  'handle',
  'hashtag',
  'creator',
  'address',
  'street',
  'city',
  'neighbourhood',
  'region',
  'phone',
  'cuisine',
  'alias',
  // A person corrected the answer to another post of the creator.
  'correction',
] as const
export type WhyKind = (typeof WHY_KINDS)[number]

/** The kinds of things that a span of a post may name. */
export const MENTION_KINDS = ['name', 'handle', 'hashtag', 'address', 'city', 'neighbourhood'] as const
export type MentionKind = (typeof MENTION_KINDS)[number]

/** Why the places of a city are fetched: a person chose or wrote it, or what agrees with its name in posts. */
export const AREA_REASONS = ['chosen', 'told', 'pin', 'address', 'region', 'country', 'food', 'list'] as const
export type AreaReason = (typeof AREA_REASONS)[number]
