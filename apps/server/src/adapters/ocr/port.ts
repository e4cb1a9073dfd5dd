import type { Frame } from '../media/port.ts'

/** A line of text on screen and the second of its first appearance; confidence 0–1. */
export interface ScreenLine {
  readonly text: string
  readonly second: number
  readonly confidence: number
}

export type OcrOutcome =
  | { readonly kind: 'found'; readonly lines: readonly ScreenLine[] }
  | { readonly kind: 'none'; readonly reason: 'switched_off' | 'no_text' | 'timeout' | 'broken' }

/** Reads the text in the pictures of a video, lines merged over time. */
export interface OcrPort {
  read(frames: readonly Frame[], signal: AbortSignal): Promise<OcrOutcome>
}
