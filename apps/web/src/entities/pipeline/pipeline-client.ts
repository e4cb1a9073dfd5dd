import {
  acceptedResponse,
  confirmPlaceResponse,
  needsConfirmationResponse,
  oembedRequiredResponse,
  weakDataResponse,
  type AiRequest,
} from '@antojo/contract/ai'
import { resultEvent, stepEvent, type ResultEvent, type StepEvent } from '@antojo/contract/ai-events'
import { m } from '@antojo/i18n/messages'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { errorText } from '../../lib/api/error-text.ts'
import type { AddOutcome } from './outcome.ts'

interface AiCall {
  readonly request: AiRequest
  readonly anonKey: string
  readonly token: string | null
  readonly onStep: (step: StepEvent) => void
  readonly signal?: AbortSignal | undefined
}

/** Sends a request to the ai endpoint, tells its steps as they happen and returns how it ended; never throws. */
export async function callAi(call: AiCall): Promise<AddOutcome> {
  try {
    const result = await streamed(call)
    return outcomeOf(result)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError')
      return { kind: 'error', code: 'aborted', message: '' }
    return failure('network')
  }
}

/** The last event of the stream, or the answer itself when the server refused before streaming. */
export async function streamed({ request, anonKey, token, onStep, signal }: AiCall): Promise<ResultEvent> {
  const response = await fetch('/functions/v1/ai', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      apikey: anonKey,
      authorization: `Bearer ${token ?? anonKey}`,
    },
    body: JSON.stringify(request),
    ...(signal && { signal }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream') || !response.body) {
    return { status: response.status, body: await bodyOf(response) }
  }
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error('the stream ended without a result')
    const payload: unknown = JSON.parse(value.data)
    if (value.event === 'result') return resultEvent.parse(payload)
    const step = stepEvent.safeParse(payload)
    if (value.event === 'step' && step.success) onStep(step.data)
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, 200)
  }
}

function outcomeOf({ status, body }: ResultEvent): AddOutcome {
  const accepted = acceptedResponse.safeParse(body)
  if (accepted.success) return { kind: 'accepted', answer: accepted.data }
  const confirmed = confirmPlaceResponse.safeParse(body)
  if (confirmed.success) return { kind: 'accepted', answer: confirmed.data }
  const question = needsConfirmationResponse.safeParse(body)
  if (question.success) return { kind: 'needs_confirmation', answer: question.data }
  const weak = weakDataResponse.safeParse(body)
  if (weak.success) return { kind: 'weak_data', answer: weak.data }
  const unread = oembedRequiredResponse.safeParse(body)
  if (unread.success) return { kind: 'oembed_required', answer: unread.data }
  return refusal(status, body)
}

/** Spec §8: a known code by its message, else the status with an excerpt, else the keys of what came. */
function refusal(status: number, body: unknown): AddOutcome {
  if (typeof body === 'object' && body !== null) {
    if ('error' in body && typeof body.error === 'string') return failure(body.error)
    if (status < 400) {
      const keys = Object.keys(body).join(', ')
      return { kind: 'error', code: 'unexpected', message: m.unexpected_format({ keys }) }
    }
  }
  const detail = typeof body === 'string' ? body : JSON.stringify(body).slice(0, 200)
  return { kind: 'error', code: String(status), message: m.server_error({ status: String(status), detail }) }
}

function failure(code: string): AddOutcome {
  return { kind: 'error', code, message: errorText(code) }
}
