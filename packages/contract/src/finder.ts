import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { PLATFORMS } from '@antojo/domain/platforms/platform'
import { z } from 'zod'

/** The longest pasted text, a whole page; also the most bytes of a request's body. Of a text, the first link is used. */
export const MAX_PASTED_LENGTH = 256 * 1024
export const pastedText = z.string().max(MAX_PASTED_LENGTH)

/**
 * The finder's form (spec §2). `cityHint`: a name, `lat,lng` or `lat,lng,km`. Without an address, `extraText` is
 * required.
 */
export const finderInput = z.object({
  mediaUrl: pastedText,
  caption: z.string().max(5_000).optional(),
  hashtags: z.string().max(2_000).optional(),
  cityHint: z.string().max(200).optional(),
  /** Text of a transcript or a screenshot that the page has read. */
  extraText: z.string().max(20_000).optional(),
  /** The reader's language, for opening hours; Spanish when absent. */
  language: z.enum(['es', 'en']).optional(),
})
export type FinderInput = z.infer<typeof finderInput>

/** Spec §3; confidence 0–1. */
export const finderResult = z.object({
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  confidence: z.number(),
  reasons: z.array(z.string()),
  rating: z.number().optional(),
  website: z.string().optional(),
  url: z.string().optional(),
  phone: z.string().optional(),
  cuisine: z.array(z.string()),
  openNow: z.boolean().optional(),
  hours: z.array(z.string()),
  /** 0–3. */
  priceLevel: z.number().optional(),
  lat: z.number(),
  lng: z.number(),
})
export type FinderResult = z.infer<typeof finderResult>

/**
 * `results` is empty below `SPEC_LIMITS.finderConfidence` (spec §8). `possible` then holds the places that the question
 * would offer if the video were added.
 */
export const finderResponse = z.object({
  ok: z.literal(true),
  results: z.array(finderResult).max(SPEC_LIMITS.maxFinderResults),
  possible: z.array(finderResult).max(SPEC_LIMITS.maxFinderResults).default([]),
  platform: z.enum(PLATFORMS),
  title: z.string().nullable(),
  thumbnail: z.string().nullable(),
  /** The video's pictures could not be read; only caption and metadata were. */
  frames_blocked: z.boolean(),
  transcribed: z.boolean(),
})
export type FinderResponse = z.infer<typeof finderResponse>
