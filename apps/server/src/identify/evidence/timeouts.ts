import { MODEL_VERSION } from '@antojo/identify/model/version'

/** Milliseconds that each step of an analysis may take, and all of them together. */
export const timeouts = {
  /** Two providers with two attempts each may be slow; the total still ends them. */
  post: 40_000,
  page: 6_000,
  media: 20_000,
  frames: 10_000,
  ocr: 15_000,
  transcribe: 25_000,
  total: 75_000,
} as const

/** Raised when the pipeline reads posts differently. */
const READING_VERSION = 6

/** Stored analyses of a lower version are made again: each new model raises it too. */
export const pipelineVersion = READING_VERSION + MODEL_VERSION
