import { MODEL_VERSION } from '@antojo/identify/model/version'

/** The most milliseconds for each step of an analysis, and for all of them together. */
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

/** Has to be raised when the pipeline reads posts differently. */
const READING_VERSION = 6

/** Stored analyses of a lower version are made again. Each new model raises the version too. */
export const pipelineVersion = READING_VERSION + MODEL_VERSION
