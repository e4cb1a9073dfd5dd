import type { Platform } from '@antojo/domain/platforms/platform'

/** A video (or picture) on disk, while an analysis needs it. */
export interface MediaFile {
  readonly path: string
  /** Length, when known; null for a picture. */
  readonly seconds: number | null
  /** Deletes the file; may be called twice. */
  dispose(): Promise<void>
}

/** A frame of a video and its second. */
export interface Frame {
  readonly second: number
  readonly image: Buffer
}

interface MediaRequest {
  readonly platform: Platform
  readonly url: string
  /** URL of the video file itself, when the page names it. */
  readonly videoUrl?: string
}

export type MediaNone = {
  readonly kind: 'none'
  readonly reason: 'switched_off' | 'no_media' | 'blocked' | 'too_large' | 'too_long' | 'broken' | 'timeout'
}
export type MediaOutcome = { readonly kind: 'found'; readonly file: MediaFile } | MediaNone
export type FramesOutcome = { readonly kind: 'found'; readonly frames: readonly Frame[] } | MediaNone

/** Fetches the video of a post and extracts frames. A missing video is a value with its reason. */
export interface MediaPort {
  fetch(request: MediaRequest, signal: AbortSignal): Promise<MediaOutcome>
  /** At most one frame per second, without near-duplicates. */
  frames(file: MediaFile, signal: AbortSignal): Promise<FramesOutcome>
}
