export type ImageOutcome =
  | Picture
  | {
      readonly ok: false
      /** `busy`: no fetch was tried because too much else is under way. */
      readonly reason: 'refused' | 'unavailable' | 'not_an_image' | 'too_large' | 'busy'
    }

export interface Picture {
  readonly ok: true
  readonly webp: Buffer
  readonly etag: string
}

/** `card` cuts taller pictures to the 16:9 of a card. */
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
  /** Fetches the picture and keeps a copy; that of a saved video is kept longer than one that was only looked at. */
  fetch(wanted: WantedImage, keptAs: 'saved' | 'passing', signal: AbortSignal): Promise<ImageOutcome>
  /** The picture without a copy, because some providers forbid that. */
  pass(url: string, width: number, signal: AbortSignal): Promise<ImageOutcome>
  /** Makes our copy of a saved video's picture if there is none. Returns a preview, some dozen bytes of webp; null without a copy. */
  save(url: string): Promise<Buffer | null>
}
