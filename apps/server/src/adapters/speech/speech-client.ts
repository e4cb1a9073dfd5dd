import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../http/fetch-body.ts'
import type { FetchAnswer, FetchFailure } from '../http/guarded-fetch.ts'
import { type ServiceFailure, serviceFailure } from '../http/service-problem.ts'
import type { ModelService } from '../llm/chat-client.ts'

/** Hints that help to spell the words of a clip. */
export interface SpeechHints {
  /** Two letters, when it is known. */
  readonly language?: string
  /** Names that may be heard. */
  readonly names?: readonly string[]
}

const transcript = z.object({
  text: z.string(),
  language: z.string().optional(),
  segments: z
    .array(z.object({ start: z.number(), text: z.string(), no_speech_prob: z.number().optional() }))
    .optional(),
})
export type Transcript = z.infer<typeof transcript>

export type SpeechAnswer =
  | { readonly ok: true; readonly heard: Transcript }
  | ({ readonly ok: false } & ServiceFailure)

export type SpeechClient = (sound: Blob, hints: SpeechHints, signal?: AbortSignal) => Promise<SpeechAnswer>

const MAX_ANSWER_BYTES = 1024 ** 2
/** Whisper reads the last 224 tokens of a prompt. */
const MAX_PROMPT_LENGTH = 400

/** From most to least wanted. `verbose_json` has seconds and the probability of no speech. */
const VARIANTS = [
  { format: 'verbose_json', hints: true },
  { format: 'json', hints: true },
  { format: 'json', hints: false },
] as const
type Variant = (typeof VARIANTS)[number]

/** A client for `POST /audio/transcriptions`. It remembers the variant of the request that a service accepted. */
export function createSpeechClient(options: ModelService): SpeechClient {
  let known = 0
  return async (sound, hints, signal) => {
    const deadline = AbortSignal.timeout(options.timeoutMs)
    const limited = signal ? AbortSignal.any([signal, deadline]) : deadline
    let first: ServiceFailure | null = null
    for (const [index, variant] of VARIANTS.entries()) {
      if (index < known) continue
      const answer = await send(options, { sound, hints, variant }, limited)
      const failure = serviceFailure(answer, options.apiKey)
      if (failure === null && answer.ok) {
        known = index
        return heardIn(answer)
      }
      first ??= failure
      if (!answer.ok || (answer.status !== 400 && answer.status !== 422)) break
    }
    return { ok: false, ...(first ?? { problem: 'bad_request', detail: '' }) }
  }
}

function heardIn({ body }: FetchAnswer): SpeechAnswer {
  const heard = transcript.safeParse(parseJson(body)).data
  if (heard === undefined) return { ok: false, problem: 'bad_answer', detail: 'not a transcription' }
  return { ok: true, heard }
}

interface Clip {
  readonly sound: Blob
  readonly hints: SpeechHints
  readonly variant: Variant
}

function send(
  { fetch, baseUrl, apiKey, model, timeoutMs }: ModelService,
  { sound, hints, variant }: Clip,
  signal: AbortSignal,
): Promise<FetchAnswer | FetchFailure> {
  const boundary = randomUUID()
  const prompt = promptOf(hints.names ?? [])
  const fields = {
    model,
    response_format: variant.format,
    ...(variant.hints && hints.language !== undefined ? { language: hints.language } : {}),
    ...(variant.hints && prompt !== '' ? { prompt } : {}),
  }
  return fetch({
    url: `${baseUrl}/audio/transcriptions`,
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: multipart(boundary, fields, sound),
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    maxRedirects: 0,
    signal,
  })
}

/** Joins as many names as fit, in their order. */
export function promptOf(names: readonly string[]): string {
  let prompt = ''
  for (const name of new Set(names.map((each) => each.replaceAll(/\s+/gu, ' ').trim()))) {
    const longer = prompt === '' ? name : `${prompt}, ${name}`
    if (name !== '' && longer.length <= MAX_PROMPT_LENGTH) prompt = longer
  }
  return prompt
}

/** Built by hand instead of FormData, so that the body is a Blob of known size. */
function multipart(boundary: string, fields: Readonly<Record<string, string>>, sound: Blob): Blob {
  const part = (disposition: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`)
  const head = `${part('name="file"; filename="sound.wav"')}content-type: audio/wav\r\n\r\n`
  return new Blob([...texts, head, sound, `\r\n--${boundary}--\r\n`])
}
