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
