export type ImageOutcome =
  | Picture
  | {
      readonly ok: false
      /** `busy`: not fetched, because too many other requests are running. */
      readonly reason: 'refused' | 'unavailable' | 'not_an_image' | 'too_large' | 'busy'
    }

export interface Picture {
  readonly ok: true
  readonly webp: Buffer
  readonly etag: string
}

/** `card` crops taller pictures to the 16:9 of a card. */
export type ImageShape = 'whole' | 'card'

export interface WantedImage {
  readonly url: string
  /** Maximal width in pixels. */
  readonly width: number
  readonly shape: ImageShape
}

/** Our own copies of foreign pictures, as webp. */
export interface ImageStore {
  /** Our copy; null when there is none. */
  read(wanted: WantedImage): Promise<Picture | null>
  /** Fetches the picture and keeps a copy, longer for a saved video than for a passing view. */
  fetch(wanted: WantedImage, keptAs: 'saved' | 'passing', signal: AbortSignal): Promise<ImageOutcome>
  /** Fetches the picture without keeping a copy, which some providers forbid. */
  pass(url: string, width: number, signal: AbortSignal): Promise<ImageOutcome>
  /** Makes our copy of a saved video's picture if there is none. Returns a tiny webp preview; null without a copy. */
  save(url: string): Promise<Buffer | null>
}
