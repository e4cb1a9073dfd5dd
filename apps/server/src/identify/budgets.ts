/** Milliseconds that each step of an analysis may take, and all of them together. */
export const budgets = {
  /** Two providers with two attempts each may be slow; the total still ends them. */
  post: 40_000,
  page: 6_000,
  media: 20_000,
  frames: 10_000,
  ocr: 15_000,
  transcribe: 25_000,
  total: 75_000,
} as const

/** Raised when the pipeline reads or decides differently, so that stored analyses are made anew. */
export const pipelineVersion = 6
