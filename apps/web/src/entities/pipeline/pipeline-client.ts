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
import { findUrls } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { errorCodeOf, readBody } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import type { Services } from '../../lib/services.tsx'
import { rememberOffered } from './offered-links.ts'
import type { AddFailure, AddOutcome } from './outcome.ts'

export interface PipelineOptions {
  readonly onStep?: (step: StepEvent) => void
  /** Called with the row as soon as the server keeps the link. */
  readonly onSaved?: (video: unknown) => void
  readonly signal?: AbortSignal
}

/** Sends a request to the pipeline, reports its steps as they happen, and returns how it ended. Never throws. */
export async function callPipeline(
  services: Pick<Services, 'request'>,
  request: AiRequest,
  options: PipelineOptions,
): Promise<AddOutcome> {
  if (request.action === 'extract-video') rememberOffered(findUrls(request.input.videoUrl))
  let saved: unknown = null
  const onSaved = (video: unknown) => {
    saved = video
    options.onSaved?.(video)
  }
  try {
    const answer = await streamPipeline(services, request, { ...options, onSaved })
    const outcome = outcomeOf(answer)
    if (outcome.kind === 'error') log('The pipeline refused.', answer)
    return outcome
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError')
      return { kind: 'error', code: 'aborted', message: '', video: saved }
    log('The pipeline did not answer.', error)
    return failure('network', saved)
  }
}

/** The person sees a sentence; what the server said helps the people who support it. */
function log(what: string, cause: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- spec §8: a failure is logged
  console.warn(what, cause)
}

/** Returns the last event of the stream, or the response itself when the server refused before it streamed. */
export async function streamPipeline(
  { request }: Pick<Services, 'request'>,
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

/** Spec §8: the message of a known code, else the keys of an unexpected response, else the status with what the body says. */
function refusal(status: number, body: unknown): AddFailure {
  const code = errorCodeOf(body)
  const isObject = typeof body === 'object' && body !== null
  const video = isObject && 'video' in body ? body.video : null
  if (code === null && isObject && status < 400) {
    const keys = Object.keys(body).join(', ')
    return { kind: 'error', code: 'unexpected', message: m.unexpected_format({ keys }), video }
  }
  const unknown =
    status === 424
      ? m.error_oembed_other()
      : m.server_error({ status: String(status), detail: detailOf(code, body) })
  return failure(code ?? String(status), video, unknown)
}

/** The error and detail of a body, or an excerpt of it. */
function detailOf(code: string | null, body: unknown): string {
  if (code === null) return typeof body === 'string' ? body : JSON.stringify(body).slice(0, 200)
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null
  return typeof detail === 'string' && detail !== '' ? `${code}: ${detail}` : code
}

function failure(code: string, video: unknown, unknown = m.error_unknown()): AddFailure {
  return { kind: 'error', code, message: errorText(code, unknown), video }
}
