import type { Allowance } from '../../core/spending.ts'
import type { SpeechPort } from './port.ts'

/** Speech recognition with an allowance of calls. */
export function meteredSpeech(speech: SpeechPort, allowance: Allowance): SpeechPort {
  return {
    get available() {
      return speech.available && allowance.isOpen()
    },
    transcribe: async (file, options, signal) =>
      (await allowance.spend())
        ? speech.transcribe(file, options, signal)
        : { kind: 'none', reason: 'used_up' },
  }
}
