import { nameKey } from '@antojo/domain/text'
import type { DecodeFailure } from '../decoder/failure.ts'
import type { SpeechNone } from './port.ts'

const NOT_SPEECH =
  /^[\s♪♫🎵🎶.…\-–—*()[\]]*((m[uú]sica|music|applause|aplausos|risas|laughter)[\s.…*()[\]♪]*)*$/iu
// Speech models add subtitle credits from their training data to silent clips.
const CREDITS =
  /amara\.org|subt[ií]tulos (realizados |hechos )?por|subtitles by|thanks for watching[.! ]*$|gracias por ver( el v[ií]deo)?[.! ]*$/iu
const MIN_WORDS_TO_JUDGE = 12
const MIN_DISTINCT_SHARE = 0.4

/** False for transcripts of music, silence and choruses: markers, subtitle credits, repeated words. */
export function isSpeech(text: string): boolean {
  if (NOT_SPEECH.test(text) || (text.length < 120 && CREDITS.test(text))) return false
  const words = nameKey(text).split(' ')
  if (words.length < MIN_WORDS_TO_JUDGE) return words.some((word) => word !== '')
  return new Set(words).size / words.length >= MIN_DISTINCT_SHARE
}

/** The outcome for a clip whose sound was not decoded: a silent clip is not a failure, but a crashed decoder is. */
export function noSound({ reason }: DecodeFailure): SpeechNone {
  if (reason === 'aborted' || reason === 'too_slow') return { kind: 'none', reason: 'timeout' }
  return { kind: 'none', reason: reason === 'unreadable' ? 'no_audio' : 'broken' }
}
