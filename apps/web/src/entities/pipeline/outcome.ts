import type { StepEvent, Step } from '@antojo/contract/ai-events'
import type {
  AcceptedResponse,
  ConfirmPlaceResponse,
  NeedsConfirmationResponse,
  OembedRequiredResponse,
  WeakDataResponse,
} from '@antojo/contract/ai'

/** How adding a link ended (spec §4). */
export type AddOutcome =
  | { readonly kind: 'accepted'; readonly answer: AcceptedResponse | ConfirmPlaceResponse }
  | { readonly kind: 'needs_confirmation'; readonly answer: NeedsConfirmationResponse }
  | { readonly kind: 'weak_data'; readonly answer: WeakDataResponse }
  | { readonly kind: 'oembed_required'; readonly answer: OembedRequiredResponse }
  | AddFailure

export interface AddFailure {
  readonly kind: 'error'
  readonly code: string
  readonly message: string
  /** The row that keeps the link; null when the server has none. */
  readonly video: unknown
}

/** The names of all places of an accepted link; the first is that of the card, which the person may have changed. */
export function placeNames(
  { places }: AcceptedResponse | ConfirmPlaceResponse,
  video: { readonly place: { readonly name: string | null } } | null,
): readonly string[] {
  const further = places.slice(1).map(({ name }) => name)
  return video?.place.name ? [video.place.name, ...further] : further
}

/** The latest event of each step of the pipeline. */
export type StepStates = Readonly<Partial<Record<Step, StepEvent>>>
