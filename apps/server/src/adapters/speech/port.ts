import type { MediaFile } from '../media/port.ts'
import type { SpeechHints } from './speech-client.ts'

export type SpeechOutcome =
  | {
      readonly kind: 'found'
      readonly text: string
      /** Name of the service or model. */
      readonly service: string
      /** Two-letter code, when it was detected. */
      readonly language?: string
      readonly segments?: readonly { readonly second: number; readonly text: string }[]
    }
  | SpeechNone

export interface SpeechNone {
  readonly kind: 'none'
  readonly reason: 'switched_off' | 'used_up' | 'no_audio' | 'no_speech' | 'timeout' | 'broken'
}

export interface SpeechOptions extends SpeechHints {
  readonly maxSeconds: number
}

/** Transcribes the first `maxSeconds` of speech. Songs do not count as speech. */
export interface SpeechPort {
  readonly available: boolean
  transcribe(file: MediaFile, options: SpeechOptions, signal: AbortSignal): Promise<SpeechOutcome>
}
