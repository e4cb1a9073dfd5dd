import type { OcrPort } from './port.ts'

/** Nothing is ever read. */
export const noOcr: OcrPort = { read: async () => ({ kind: 'none', reason: 'switched_off' }) }
