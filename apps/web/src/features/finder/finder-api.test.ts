import { expect, test } from 'vitest'
import { find, transcript } from './finder-api.ts'

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

test('a failure about pictures of another site is a notice about the pictures, not a failure', async () => {
  const { request } = server(() =>
    Response.json({ error: 'Canvas tainted by cross-origin data' }, { status: 500 }),
  )
  expect(await find({ request }, { mediaUrl: 'https://x.test/v' }, () => {})).toEqual({
    kind: 'none',
    possible: [],
    framesBlocked: true,
    transcribed: true,
  })
})
