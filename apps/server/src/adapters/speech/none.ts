import type { SpeechPort } from './port.ts'

/** The port without speech recognition. */
export const noSpeech: SpeechPort = {
  available: false,
  transcribe: async () => ({ kind: 'none', reason: 'switched_off' }),
}
