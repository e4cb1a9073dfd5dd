export type ImageOutcome =
  | { readonly ok: true; readonly webp: Buffer; readonly etag: string }
  | { readonly ok: false; readonly reason: 'refused' | 'unavailable' | 'not_an_image' | 'too_large' }

/** `card` cuts what is taller to the 16:9 of a card, so that nobody loads what the card does not show. */
export type ImageShape = 'whole' | 'card'

/** Our own copies of foreign pictures. */
export interface ImageStore {
  /** The picture as webp, at most `width` pixels wide. */
  read(url: string, width: number, shape?: ImageShape): Promise<ImageOutcome>
  /** The picture without keeping it, where the provider forbids that. */
  pass(url: string, width: number): Promise<ImageOutcome>
  /** Makes our copy if there is none. A preview of it, some dozen bytes of webp; null when there is no copy. */
  keep(url: string): Promise<Buffer | null>
}
