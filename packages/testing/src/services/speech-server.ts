import { createServer } from 'node:http'
import { close, listen } from './chat-server.ts'

/**
 * Stand-ins for speech services: `whisper` (OpenAI's whisper-1 and local servers), `gpt4o` (OpenAI's newer models, which
 * refuse `verbose_json`), `bare` (a local server without `prompt` and `language`).
 */
export type SpeechVendor = 'whisper' | 'gpt4o' | 'bare'

interface SpeechRequest {
  readonly authorization: string | undefined
  readonly length: number
  /** The multipart body, as Latin-1. */
  readonly body: string
  /** The text fields of the body. */
  readonly fields: Readonly<Record<string, string>>
}

export interface SpeechServer {
  readonly baseUrl: string
  readonly requests: readonly SpeechRequest[]
  /** Sets the body of the next answers that are not refusals. */
  say(body: object | string): void
  /** Makes all answers have this status from now on; null ends that. */
  fail(status: number | null): void
  close(): Promise<void>
}

export async function startSpeechServer(vendor: SpeechVendor): Promise<SpeechServer> {
  const requests: SpeechRequest[] = []
  let said: object | string = { text: '' }
  let failing: number | null = null
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('latin1')
      const fields = fieldsOf(body)
      const { authorization } = request.headers
      requests.push({ authorization, length: Number(request.headers['content-length']), body, fields })
      const refusal =
        failing === null ? refusalOf(vendor, fields) : { status: failing, body: { error: 'unavailable' } }
      response.writeHead(refusal?.status ?? 200, { 'content-type': 'application/json' })
      const answer = refusal?.body ?? said
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  })
  const port = await listen(server)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    say: (body) => {
      said = body
    },
    fail: (status) => {
      failing = status
    },
    close: () => close(server),
  }
}

/** The short fields of a multipart body that have no file name. */
function fieldsOf(body: string): Record<string, string> {
  const found = body.slice(0, 4_000).matchAll(/form-data; name="([^"]+)"\r\n\r\n([^\r]*)\r\n/gu)
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [name, Buffer.from(value, 'latin1').toString()]),
  )
}

function refusalOf(vendor: SpeechVendor, fields: Readonly<Record<string, string>>) {
  if (vendor === 'gpt4o' && fields['response_format'] === 'verbose_json')
    return refused(
      "response_format 'verbose_json' is not compatible with model 'gpt-4o-transcribe-api-ev3'. Use 'json' or 'text' instead.",
      'response_format',
    )
  if (fields['language'] !== undefined && !/^[a-z]{2,3}$/u.test(fields['language']))
    return refused(
      `Invalid language '${fields['language']}'. Language parameter must be specified in ISO-639-1 or ISO-639-3 format.`,
      'language',
    )
  if (vendor === 'bare' && (fields['response_format'] === 'verbose_json' || 'prompt' in fields)) {
    const detail = { type: 'extra_forbidden', loc: ['body', 'prompt'], msg: 'Extra inputs are not permitted' }
    return { status: 422, body: { detail: [detail] } }
  }
  return null
}

function refused(message: string, param: string) {
  const error = { message, type: 'invalid_request_error', param, code: 'unsupported_value' }
  return { status: 400, body: { error } }
}
