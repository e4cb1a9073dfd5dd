import {
  acceptedResponse,
  confirmPlaceResponse,
  needsConfirmationResponse,
  oembedRequiredResponse,
  weakDataResponse,
  type AiRequest,
} from '@antojo/contract/ai'
import {
  resultEvent,
  savedEvent,
  stepEvent,
  type ResultEvent,
  type StepEvent,
} from '@antojo/contract/ai-events'
import { m } from '@antojo/i18n/messages'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { errorCodeOf, readBody } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import type { Services } from '../../lib/services.tsx'
import type { AddFailure, AddOutcome } from './outcome.ts'

export interface PipelineOptions {
  readonly onStep?: (step: StepEvent) => void
  /** Called with the row as soon as the server keeps the link. */
  readonly onSaved?: (video: unknown) => void
  readonly signal?: AbortSignal
}

/** Sends a request to the pipeline, reports its steps as they happen, and returns how it ended. Never throws. */
export async function callPipeline(
  services: Services,
  request: AiRequest,
  options: PipelineOptions,
): Promise<AddOutcome> {
  let saved: unknown = null
  const onSaved = (video: unknown) => {
    saved = video
    options.onSaved?.(video)
  }
  try {
    return outcomeOf(await streamPipeline(services, request, { ...options, onSaved }))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError')
      return { kind: 'error', code: 'aborted', message: '', video: saved }
    return failure('network', saved)
  }
}

/** Returns the last event of the stream, or the response itself when the server refused before it streamed. */
export async function streamPipeline(
  { request }: Services,
  body: AiRequest,
  { onStep, onSaved, signal }: PipelineOptions,
): Promise<ResultEvent> {
  const response = await request('/functions/v1/ai', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream') || !response.body) {
    return { status: response.status, body: await readBody(response) }
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
    const saved = savedEvent.safeParse(payload)
    if (value.event === 'saved' && saved.success) onSaved?.(saved.data.video)
    const step = stepEvent.safeParse(payload)
    if (value.event === 'step' && step.success) onStep?.(step.data)
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

/** Spec §8: the message of a known code, else the keys of an unexpected response, else the status and an excerpt. */
function refusal(status: number, body: unknown): AddOutcome {
  const code = errorCodeOf(body)
  const video = typeof body === 'object' && body !== null && 'video' in body ? body.video : null
  if (code !== null) return failure(code, video)
  if (typeof body === 'object' && body !== null && status < 400) {
    const keys = Object.keys(body).join(', ')
    return { kind: 'error', code: 'unexpected', message: m.unexpected_format({ keys }), video }
  }
  const detail = typeof body === 'string' ? body : JSON.stringify(body).slice(0, 200)
  const message = m.server_error({ status: String(status), detail })
  return { kind: 'error', code: String(status), message, video }
}

function failure(code: string, video: unknown): AddFailure {
  return { kind: 'error', code, message: errorText(code), video }
}
