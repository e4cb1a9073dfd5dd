export const ANALYSIS_STATES = ['running', 'done', 'failed'] as const
export type AnalysisState = (typeof ANALYSIS_STATES)[number]

/** The decision of an analysis about a post; `oembed_required`: the post could not be read. */
export const ANALYSIS_DECISIONS = ['accepted', 'needs_confirmation', 'weak_data', 'oembed_required'] as const
export type AnalysisDecision = (typeof ANALYSIS_DECISIONS)[number]

/** Why nothing is known about a post. */
export const WEAK_REASONS = [
  'no_restaurant_name',
  'insufficient_restaurant_data',
  'not_a_restaurant_post',
] as const
export type WeakReason = (typeof WEAK_REASONS)[number]

/** How a saved video got its place. */
export const VIDEO_DECISIONS = ['accepted', 'confirmed', 'corrected', 'weak_data'] as const
export type VideoDecision = (typeof VIDEO_DECISIONS)[number]

/**
 * How far a saved link is identified. Only `identified` rows are places; the others are open: `running` while an
 * analysis works, `question` while the person has to choose, `unidentified` when nothing was found.
 */
export const IDENTIFY_STATES = ['identified', 'running', 'question', 'unidentified'] as const
export type IdentifyState = (typeof IDENTIFY_STATES)[number]

/** The progress of the background job that adds the details of a saved video's place. */
export const ENRICH_STATES = ['none', 'pending', 'running', 'done', 'failed'] as const
export type EnrichState = (typeof ENRICH_STATES)[number]

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
