import type { WeakReason } from '@antojo/domain/analysis'
import type { Point } from '@antojo/domain/distance'
import type { AreaReason, EvidenceSource, MentionKind, WhyKind } from '@antojo/domain/places/evidence-kinds'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'

export type { WeakReason } from '@antojo/domain/analysis'
export type { EvidenceSource, WhyKind } from '@antojo/domain/places/evidence-kinds'

export interface EvidenceText {
  readonly source: EvidenceSource
  readonly text: string
  /** Second of the video at which the text was seen or heard. */
  readonly second?: number
}

/** Everything in a post as text: written, shown or spoken. These are other people's words: data, never instructions. */
export interface Evidence {
  readonly texts: readonly EvidenceText[]
  /** The city or neighbourhood that the user named. */
  readonly cityHint?: string
  /** A circle that the user named instead of a city. */
  readonly area?: { readonly lat: number; readonly lng: number; readonly radiusKm: number }
  /** The user's position, and the radius that counts as near; only breaks ties. */
  readonly bias?: { readonly lat: number; readonly lng: number; readonly radiusKm: number }
}

/** One reason to believe in a place: the words, their source and what they name. */
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
  /** 0–1: how strongly the words around it indicate that it names a place. */
  readonly confidence: number
}

export interface PlaceOption {
  readonly place: PlaceFacts
  /** Calibrated: about 80 % of the answers at 0.8 are right. */
  readonly confidence: number
  readonly why: readonly Why[]
  /** True when it lies in an area that the post means, or has an address that it gives. */
  readonly isLocated?: boolean
}

export interface ResolvedPlace extends PlaceOption {
  /** At most two others, so that a question holds three. */
  readonly alternatives: readonly PlaceOption[]
}

/** A city or a part of one that a post certainly names. */
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
  /** The reason in the post why the city is meant; absent when nothing does, and in results of older versions. */
  readonly reason?: AreaReason
  /** True when its name is a plain word that nothing marks as a name. */
  readonly isPlain?: boolean
}

/** The places of a post, as far as the evidence shows them. */
export interface Resolution {
  readonly decision: 'accepted' | 'needs_confirmation' | 'weak_data'
  readonly reason?: WeakReason
  readonly places: readonly ResolvedPlace[]
  readonly mentions: readonly Mention[]
  /** Words that the post marks as a place, by a pin, a label or a handle, and that no place in `places` explains. */
  readonly unknownNames?: readonly string[]
  /** The queries to the place index, the most distinctive first; at most 8. */
  readonly queries: readonly string[]
  readonly cityHint?: string
  /** The areas that the post certainly names, the likeliest first. Absent in results of older versions. */
  readonly areas?: readonly PostArea[]
  /** The point of the first whole plus code. */
  readonly point?: Point
}
