import type { Area } from '@antojo/identify/name-index'
import type { Place } from '@antojo/places/place'

/** The options of a request besides the text of a search. */
export interface PlaceRequest {
  /** A preference, not a limit: places outside may follow. */
  readonly area?: Area
  /** BCP 47, e.g. `es`. */
  readonly language?: string
  /** ISO 3166-1 alpha-2 of the user's country. */
  readonly region?: string
  readonly limit?: number
  readonly signal?: AbortSignal
}

export interface Credit {
  readonly text: string
  readonly url?: string
}

interface PlacePhoto {
  /** The argument of `photo`; must not be stored. */
  readonly reference: string
  /** Authors, whose names must appear beside the picture. */
  readonly credits: readonly Credit[]
}

export interface PlaceReview {
  readonly author: string
  readonly authorPhotoUrl?: string
  readonly rating?: number
  readonly relativeTime?: string
  readonly text: string
  /** Unix seconds. */
  readonly time?: number
}

/** A place with the facts that only providers have. `kept-place.ts` decides which of them may be stored. */
export interface ProvidedPlace extends Place {
  /** The place's page at the provider. */
  readonly url?: string
  readonly openNow?: boolean
  readonly weekdayText?: readonly string[]
  readonly photos?: readonly PlacePhoto[]
  readonly reviews?: readonly PlaceReview[]
  /** Credits that must appear in the same view as the place. */
  readonly credits: readonly Credit[]
}

/** A source of places. Nothing found is an empty list or null; a failure throws a `PlaceProviderError`. */
export interface PlaceProvider {
  readonly name: 'local' | 'photon' | 'google'
  search(query: string, request?: PlaceRequest): Promise<ProvidedPlace[]>
  /** Full details; null when the provider does not have the place (or is not of that source). */
  byId(source: string, sourceId: string, request?: PlaceRequest): Promise<ProvidedPlace | null>
  /** A short-lived URL of a picture, at most `width` pixels wide. */
  photo?(reference: string, width: number, signal?: AbortSignal): Promise<string | null>
}

export type PlaceErrorCode =
  | 'places_over_limit'
  | 'places_denied'
  | 'places_invalid_request'
  | 'places_unavailable'
  | 'places_bad_answer'

/** A provider that failed; `status` is its HTTP status, 0 when there was no answer. */
export class PlaceProviderError extends Error {
  override readonly name = 'PlaceProviderError'
  readonly code: PlaceErrorCode
  readonly status: number

  constructor(code: PlaceErrorCode, status: number, detail: string) {
    super(`${code} (${status}): ${detail}`)
    this.code = code
    this.status = status
  }
}
