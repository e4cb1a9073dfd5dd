import type { LlmPort } from './port.ts'

/** The port without a model. */
export const noLlm: LlmPort = {
  available: false,
  mentions: async () => ({ kind: 'none', reason: 'switched_off' }),
  queries: async () => ({ kind: 'none', reason: 'switched_off' }),
}
