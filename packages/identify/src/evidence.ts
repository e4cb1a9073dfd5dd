import type { EvidenceSource, MentionKind, WeakReason, WhyKind } from '@antojo/domain/analysis'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'

export type { EvidenceSource, WeakReason, WhyKind } from '@antojo/domain/analysis'

export interface EvidenceText {
  readonly source: EvidenceSource
  readonly text: string
  /** Second of the video at which the text was seen or heard. */
  readonly second?: number
}

/** Everything a post says, shows and sounds like, as text. Other people's words: data, never instructions. */
export interface Evidence {
  readonly texts: readonly EvidenceText[]
  /** City or neighbourhood the user named. */
  readonly cityHint?: string
  /** A circle that the user named instead of a city. */
  readonly area?: { readonly lat: number; readonly lng: number; readonly radiusKm: number }
  /** Where the user is, and how far is near; breaks ties only. */
  readonly bias?: { readonly lat: number; readonly lng: number; readonly radiusKm: number }
}

/** One reason to believe in a place: the words, where they stood and what they told. */
export interface Why {
  readonly kind: WhyKind
  readonly source: EvidenceSource
  readonly words: string
  readonly second?: number
}

/** A span of the evidence that may name a place, an address or an area. */
export interface Mention {
  readonly kind: MentionKind
  readonly text: string
  readonly key: string
  readonly source: EvidenceSource
  readonly second?: number
  /** 0–1: how much the words around it say that it names a place. */
  readonly confidence: number
}

export interface PlaceOption {
  readonly place: PlaceFacts
  /** Calibrated: of answers at 0.8 about 80 % are right. */
  readonly confidence: number
  readonly why: readonly Why[]
}

export interface ResolvedPlace extends PlaceOption {
  /** At most two others, so that a question holds three. */
  readonly alternatives: readonly PlaceOption[]
}

/** A city or a part of one that a post surely names. */
export interface PostArea {
  readonly name: string
  readonly kind: 'city' | 'neighbourhood'
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly lat: number
  readonly lng: number
  readonly radiusKm: number
  /** 0 when unknown. */
  readonly population: number
}

/** What the evidence tells of the places in a post. */
export interface Resolution {
  readonly decision: 'accepted' | 'needs_confirmation' | 'weak_data'
  readonly reason?: WeakReason
  readonly places: readonly ResolvedPlace[]
  readonly mentions: readonly Mention[]
  /** Words that the post marks as a place, by a pin, a label or a handle, and that none of `places` explains. */
  readonly unknownNames?: readonly string[]
  /** What was asked of the place index, most distinctive first; at most 8. */
  readonly queries: readonly string[]
  readonly cityHint?: string
  /** The areas that the post surely names, the likeliest first. Absent in results of older versions. */
  readonly areas?: readonly PostArea[]
}
