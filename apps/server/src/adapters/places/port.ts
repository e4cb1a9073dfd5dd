import type { AreaKind } from '@antojo/places/gazetteer/area'
import type { Area, Place } from '@antojo/places/place'

/** What a provider must be told besides the text; all optional. */
export interface PlaceRequest {
  /** A preference, not a bound: places outside may follow. */
  readonly area?: Area
  /** BCP 47, e.g. `es`. */
  readonly language?: string
  /** ISO 3166-1 alpha-2 of the user's country. */
  readonly region?: string
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** Groups the requests of one choice, from the first letter typed to the details (Google bills it as one). */
export interface SessionRequest extends PlaceRequest {
  readonly session?: string
}

export interface Credit {
  readonly text: string
  readonly url?: string
}

export interface PlacePhoto {
  /** To be given to `photo`; not to be stored. */
  readonly reference: string
  /** Authors, to be shown beside the picture. */
  readonly credits: readonly Credit[]
}

export interface PlaceReview {
  readonly author: string
  readonly authorUrl?: string
  readonly authorPhotoUrl?: string
  readonly rating?: number
  readonly relativeTime?: string
  readonly text: string
  /** Unix seconds. */
  readonly time?: number
}

/**
 * What may be kept of an answer: everything (open data), or the id for ever, the point until `pointUntil` and the
 * rest not at all (Google Maps Platform terms, outside the EEA). ISO 8601 times.
 */
export type StorageTerms =
  | { readonly keep: 'everything'; readonly fetchedAt: string }
  | { readonly keep: 'id'; readonly fetchedAt: string; readonly pointUntil: string }

/** A place with what only providers know, and the duties that come with it. */
export interface ProvidedPlace extends Place {
  /** The place's page at the provider. */
  readonly url?: string
  readonly openNow?: boolean
  readonly weekdayText?: readonly string[]
  readonly photos?: readonly PlacePhoto[]
  readonly reviews?: readonly PlaceReview[]
  /** Must be shown in the same view. */
  readonly credits: readonly Credit[]
  readonly storage: StorageTerms
  /** True when a map that shows it must be the provider's own. */
  readonly ownMapOnly: boolean
}

/** A point or an area that a text names. */
export interface GeocodedPlace extends Area {
  readonly name: string
  readonly kind: AreaKind | 'address'
  readonly country?: string
}

export interface Suggestion {
  /** `source:sourceId`. */
  readonly id: string
  readonly name: string
  readonly address?: string
}

/** A source of places. Nothing found is an empty list or null; a failure throws a `PlaceProviderError`. */
export interface PlaceProvider {
  readonly name: 'local' | 'photon' | 'google'
  search(query: string, request?: PlaceRequest): Promise<ProvidedPlace[]>
  /** Full details; null when the provider does not hold the place (or is not of that source). */
  byId(source: string, sourceId: string, request?: SessionRequest): Promise<ProvidedPlace | null>
  geocode(text: string, request?: PlaceRequest): Promise<GeocodedPlace[]>
  autocomplete(text: string, request?: SessionRequest): Promise<Suggestion[]>
  /** A short-lived address of a picture, at most `width` pixels wide. */
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
