import type { Allowance } from '../../core/spending.ts'
import type { LlmPort } from './port.ts'

/** A language model with an allowance of calls. */
export function meteredLlm(llm: LlmPort, allowance: Allowance): LlmPort {
  const usedUp = { kind: 'none', reason: 'used_up' } as const
  return {
    get available() {
      return llm.available && allowance.isOpen()
    },
    mentions: async (texts, signal) => ((await allowance.spend()) ? llm.mentions(texts, signal) : usedUp),
    queries: async (texts, signal) => ((await allowance.spend()) ? llm.queries(texts, signal) : usedUp),
  }
}
