import type { Platform } from '@antojo/domain/platforms/platform'

/** A video (or picture) on disk, for as long as an analysis needs it. */
export interface MediaFile {
  readonly path: string
  /** Length, when known; null for a picture. */
  readonly seconds: number | null
  /** Deletes it; may be called twice. */
  dispose(): Promise<void>
}

/** One picture of a video and the second at which it is seen. */
export interface Frame {
  readonly second: number
  readonly image: Buffer
}

interface MediaRequest {
  readonly platform: Platform
  readonly url: string
  /** Address of the video file itself, when the page told it. */
  readonly videoUrl?: string
}

export type MediaNone = {
  readonly kind: 'none'
  readonly reason: 'switched_off' | 'no_media' | 'blocked' | 'too_large' | 'too_long' | 'broken' | 'timeout'
}
export type MediaOutcome = { readonly kind: 'found'; readonly file: MediaFile } | MediaNone
export type FramesOutcome = { readonly kind: 'found'; readonly frames: readonly Frame[] } | MediaNone

/** Gets the video of a post and takes pictures out of it. "Nothing" is a value with its reason. */
export interface MediaPort {
  fetch(request: MediaRequest, signal: AbortSignal): Promise<MediaOutcome>
  /** At most one a second, near-duplicates dropped. */
  frames(file: MediaFile, signal: AbortSignal): Promise<FramesOutcome>
}
