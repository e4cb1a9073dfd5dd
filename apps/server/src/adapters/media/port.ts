/** A video (or picture) on disk, while an analysis needs it. */
export interface MediaFile {
  readonly path: string
  /** Deletes the file; may be called twice. */
  dispose(): Promise<void>
}

/** A frame of a video and its second. */
export interface Frame {
  readonly second: number
  readonly image: Buffer
}

export type MediaNone = {
  readonly kind: 'none'
  readonly reason: 'switched_off' | 'no_media' | 'blocked' | 'too_large' | 'too_long' | 'broken' | 'timeout'
}
export type MediaOutcome = { readonly kind: 'found'; readonly file: MediaFile } | MediaNone
export type FramesOutcome = { readonly kind: 'found'; readonly frames: readonly Frame[] } | MediaNone

/** Fetches the video of a post and extracts frames. A missing video is a value with its reason. */
export interface MediaPort {
  /** `videoUrl` is that of the file itself; null when the page of the post names none. */
  fetch(videoUrl: string | null, signal: AbortSignal): Promise<MediaOutcome>
  /** At most one frame per second, without near-duplicates. */
  frames(file: MediaFile, signal: AbortSignal): Promise<FramesOutcome>
}
