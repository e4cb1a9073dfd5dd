import type { LlmPort } from './port.ts'

/** No model is asked. */
export const noLlm: LlmPort = {
  available: false,
  mentions: async () => ({ kind: 'none', reason: 'switched_off' }),
  queries: async () => ({ kind: 'none', reason: 'switched_off' }),
}
