import type { SpeechPort } from './port.ts'

/** Nothing is ever heard. */
export const noSpeech: SpeechPort = {
  available: false,
  transcribe: async () => ({ kind: 'none', reason: 'switched_off' }),
}
