import type { MediaPort } from './port.ts'

/** No video is ever fetched. */
export const noMedia: MediaPort = {
  fetch: async () => ({ kind: 'none', reason: 'switched_off' }),
  frames: async () => ({ kind: 'none', reason: 'switched_off' }),
}
