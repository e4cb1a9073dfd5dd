import { readMediaResponse } from '@antojo/contract/read-media'
import { config as zod } from 'zod'
import type { Services } from '../services.tsx'

// The content security policy forbids compiled parsers.
zod({ jitless: true })

/** The words in a screenshot or clip; an empty text when it has none, null when it could not be read. */
export async function readMedia(services: Services, file: Blob): Promise<string | null> {
  try {
    const [{ anonKey }, token] = await Promise.all([services.config(), services.session.accessToken()])
    const response = await fetch('/functions/v1/read-media', {
      method: 'POST',
      headers: {
        'content-type': file.type || 'application/octet-stream',
        apikey: anonKey,
        authorization: `Bearer ${token ?? anonKey}`,
      },
      body: file,
    })
    const answer = readMediaResponse.safeParse(await response.json())
    return answer.success ? answer.data.texts.map(({ text }) => text).join('\n') : null
  } catch {
    return null
  }
}
