import type { PlaceFacts } from '@antojo/domain/identify/place-facts'

/** A place of a provider, with what only look-ups and links need. */
export interface Place extends PlaceFacts {
  /** Handle on Instagram, without `@` and host. */
  readonly instagram?: string
}

/** A circle on the earth; `radius` in metres. */
export interface Area {
  readonly lat: number
  readonly lng: number
  readonly radius: number
}
