import { expect, test } from 'vitest'
import { transcript } from './finder-api.ts'

/** The services of a server that gives this response; `sent` holds the bodies of the requests. */
function server(respond: () => Response) {
  const sent: unknown[] = []
  const request = async (_input: RequestInfo | URL, init?: RequestInit) => {
    sent.push(await new Response(init?.body).json())
    return respond()
  }
  return { sent, request }
}

test('at most 90 seconds of a video are transcribed', async () => {
  const { sent, request } = server(() => Response.json({ ok: true, text: ' tacos ' }))
  expect(await transcript({ request }, 'https://x.test/v')).toBe('tacos')
  expect(sent).toEqual([{ url: 'https://x.test/v', max_seconds: 90 }])
})

test('without transcription the text is empty', async () => {
  const { request } = server(() => Response.json({ error: 'speech_unavailable' }, { status: 503 }))
  expect(await transcript({ request }, 'https://x.test/v')).toBe('')
})
