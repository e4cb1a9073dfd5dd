import { readMediaResponse } from '@antojo/contract/read-media'
import { fetchJson } from '../../lib/api/api.ts'
import type { Services } from '../../lib/services.tsx'

/** The written words in a screenshot or clip; empty when there are none, null when it could not be read. */
export async function readMedia(services: Services, file: Blob): Promise<string | null> {
  try {
    const { texts } = await fetchJson(services, readMediaResponse, '/functions/v1/read-media', {
      method: 'POST',
      // The browser takes the content type from the blob.
      body: file,
    })
    return texts.map(({ text }) => text).join('\n')
  } catch {
    return null
  }
}
