export type ImageOutcome =
  | Picture
  | {
      readonly ok: false
      /** `busy`: nobody was asked, too much else is under way. */
      readonly reason: 'refused' | 'unavailable' | 'not_an_image' | 'too_large' | 'busy'
    }

export interface Picture {
  readonly ok: true
  readonly webp: Buffer
  readonly etag: string
}

/** `card` cuts what is taller to the 16:9 of a card, so that nobody loads what the card does not show. */
export type ImageShape = 'whole' | 'card'

export interface WantedImage {
  readonly url: string
  /** Pixels at most. */
  readonly width: number
  readonly shape: ImageShape
}

/** Our own copies of foreign pictures, as webp. */
export interface ImageStore {
  /** Our copy; null when there is none. */
  read(wanted: WantedImage): Promise<Picture | null>
  /** Fetches the picture and keeps a copy; a saved video's is kept longer than one that somebody only looked at. */
  fetch(wanted: WantedImage, keptAs: 'saved' | 'passing'): Promise<ImageOutcome>
  /** The picture without keeping it, where the provider forbids that. */
  pass(url: string, width: number): Promise<ImageOutcome>
  /** Makes our copy of a saved video's picture if there is none. A preview of it, some dozen bytes of webp; null without a copy. */
  save(url: string): Promise<Buffer | null>
}
