import { WEAK_REASONS } from '@antojo/domain/analysis'
import { EVIDENCE_SOURCES, MENTION_KINDS, WHY_KINDS } from '@antojo/domain/places/evidence-kinds'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { PLATFORMS } from '@antojo/domain/platforms/platform'
import { z } from 'zod'
import { finderInput, pastedText } from './finder.ts'
import { errorBody, oembedErrorCode } from './error-codes.ts'
import { oembed } from './oembed.ts'
import { openingHours } from './places.ts'
import { videoRow } from './video-row.ts'

const hint = z.string().trim().max(2_000)

/** A long text is cut instead of refused, so that its link is not lost. */
function longText(maxLength: number) {
  return pastedText.transform((text) => text.trim().slice(0, maxLength).toWellFormed())
}

/** The person's own words about the video. They are kept with the row and never enter the shared analysis. */
export const userHints = z.object({
  /** YouTube descriptions have up to 5,000 characters. */
  caption: longText(5_000).optional(),
  /** Text that was recognised in a screenshot or clip, as image text or speech. */
  seen: longText(20_000).optional(),
  hashtags: hint.optional(),
  restaurantName: z.string().trim().max(120).optional(),
  location: z.string().trim().max(120).optional(),
})
export type UserHints = z.infer<typeof userHints>

/** The first link of `videoUrl` is used, and the words around it count as the person's hint. */
export const extractVideoInput = z.object({
  videoUrl: pastedText,
  oembedDomain: z.string().max(300).optional(),
  cityHint: z.string().trim().max(200).optional(),
  biasLat: z.number().min(-90).max(90).optional(),
  biasLng: z.number().min(-180).max(180).optional(),
  hints: userHints.optional(),
})
export type ExtractVideoInput = z.infer<typeof extractVideoInput>

export const querySynthInput = z.object({
  title: z.string().max(5_000).optional(),
  description: z.string().max(20_000).optional(),
  hashtags: z.union([z.string().max(5_000), z.array(z.string().max(200)).max(200)]).optional(),
  ocr: z.string().max(20_000).optional(),
  cityHint: z.string().max(200).optional(),
  language: z.string().max(10).optional(),
})
export type QuerySynthInput = z.infer<typeof querySynthInput>

/**
 * `placeId` is one of the offered candidates or any place of a search; `placeIds` confirms several places of one video.
 */
export const confirmPlaceInput = z.object({
  videoUrl: pastedText,
  placeId: z.string().min(1).max(300),
  placeIds: z.array(z.string().min(1).max(300)).max(20).optional(),
})
export type ConfirmPlaceInput = z.infer<typeof confirmPlaceInput>

/** `POST /functions/v1/ai` (spec §7). `retry` is the user's 'Reintentar': reads the post again with a lower minimum confidence. */
export const aiRequest = z.discriminatedUnion('action', [
  z.object({ action: z.literal('extract-video'), input: extractVideoInput }),
  z.object({ action: z.literal('retry'), input: extractVideoInput }),
  z.object({ action: z.literal('confirm-place'), input: confirmPlaceInput }),
  z.object({ action: z.literal('query-synth'), input: querySynthInput }),
  z.object({ action: z.literal('find'), input: finderInput }),
])
export type AiRequest = z.infer<typeof aiRequest>

/** One reason for a place: the kind of words, the words, their source, and the second of the video. */
export const whyReason = z.object({
  kind: z.enum(WHY_KINDS),
  words: z.string(),
  source: z.enum(EVIDENCE_SOURCES),
  second: z.number().optional(),
})
export type WhyReason = z.infer<typeof whyReason>

/** One choice of the confirm-place dialog (spec §3); score and parts are 0–1. */
export const confirmCandidate = z.object({
  place_id: z.string(),
  name: z.string(),
  formatted_address: z.string(),
  score: z.number(),
  breakdown: z.object({ name: z.number(), website: z.number(), geo: z.number(), pop: z.number() }),
  /** Readable evidence for the place. */
  explanation: z.string(),
  why: z.array(whyReason),
  lat: z.number().optional(),
  lng: z.number().optional(),
})
export type ConfirmCandidate = z.infer<typeof confirmCandidate>

export const bestPlace = z.object({
  place_id: z.string(),
  name: z.string(),
  formatted_address: z.string(),
  rating: z.number().optional(),
  price_level: z.number().optional(),
  types: z.array(z.string()),
  opening_hours: openingHours.optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  confidence: z.number(),
  why: z.array(whyReason),
})
export type BestPlace = z.infer<typeof bestPlace>

/** A span of the post that named, located or ruled out something; `at` is the second of the video, when known. */
export const signal = z.object({
  kind: z.enum(MENTION_KINDS),
  text: z.string(),
  source: z.enum(EVIDENCE_SOURCES),
  at: z.number().optional(),
})

const common = z.object({
  originalVideoUrl: z.string(),
  oembed: oembed.nullable(),
  extracted_signals: z.object({ restaurantName: z.string().nullable() }),
  signals: z.array(signal),
  whisper_attempted: z.boolean(),
  whisper_transcript: z.string().nullable(),
  transcription_service: z.string().nullable(),
})
export type CommonResponse = z.infer<typeof common>

/** The places that a request saved. */
const saved = {
  ok: z.literal(true),
  accepted: z.literal(true),
  google_place_id: z.string().nullable(),
  best: bestPlace,
  /** Every place of the video in its order, `best` first. */
  places: z.array(bestPlace),
  /** The video was in the collection already. */
  duplicate: z.boolean(),
}

/** The place is known and, for a signed-in user, saved. */
export const acceptedResponse = common.extend({ ...saved, video: videoRow.nullable() })

/** The user has to choose (at most `maxOptions`). */
export const needsConfirmationResponse = common.extend({
  ok: z.literal(true),
  accepted: z.literal(false),
  needs_confirmation: z.literal(true),
  top: z.array(confirmCandidate).max(SPEC_LIMITS.maxOptions),
  /** The open row, which keeps the question, or the identified one that the person retried. */
  video: videoRow,
  duplicate: z.boolean(),
})

export const weakDataResponse = common.extend({
  ok: z.literal(true),
  accepted: z.literal(false),
  weak_data: z.literal(true),
  reason: z.literal('insufficient_restaurant_data'),
  /** The reason why no place could be chosen. */
  weak_reason: z.enum(WEAK_REASONS),
  video: videoRow,
  duplicate: z.boolean(),
})

/** Status 424: the post could not be read. */
export const oembedRequiredResponse = z.object({
  ok: z.literal(false),
  accepted: z.literal(false),
  oembed_required: z.literal(true),
  error: oembedErrorCode,
  detail: z.string(),
  platform: z.enum(PLATFORMS),
  /** The platform's status, when it answered. */
  status: z.number().nullable(),
  originalVideoUrl: z.string(),
  requestId: z.string().optional(),
  /** The saved link. */
  video: videoRow.optional(),
})
export type OembedRequiredResponse = z.infer<typeof oembedRequiredResponse>

/** Every other failure of an add or a retry; `video` is the saved link, absent when nothing was saved. */
export const addFailedResponse = z.object({ ...errorBody.shape, video: videoRow.optional() })
export type AddFailedResponse = z.infer<typeof addFailedResponse>

export const extractVideoResponse = z.union([acceptedResponse, needsConfirmationResponse, weakDataResponse])
export type ExtractVideoResponse = z.infer<typeof extractVideoResponse>
export type AcceptedResponse = z.infer<typeof acceptedResponse>
export type NeedsConfirmationResponse = z.infer<typeof needsConfirmationResponse>
export type WeakDataResponse = z.infer<typeof weakDataResponse>

export const confirmPlaceResponse = z.object({
  ...saved,
  video: videoRow,
  /** The lesson of the choice: in posts of this creator, this name means the chosen place. */
  taught: z.object({ name: z.string(), creator: z.string() }).optional(),
})
export type ConfirmPlaceResponse = z.infer<typeof confirmPlaceResponse>

export const querySynthResponse = z.object({
  ok: z.literal(true),
  queries: z.array(z.string()),
  city_hint: z.string().nullable(),
  banned_terms: z.array(z.string()),
  notes: z.string(),
})
export type QuerySynthResponse = z.infer<typeof querySynthResponse>
