import { z } from 'zod'
import { parseJson } from '../http/fetch-body.ts'
import type { FetchAnswer, FetchFailure, FetchRequest, GuardedFetch } from '../http/guarded-fetch.ts'
import { createBreaker, retryRequests } from '../http/resilience.ts'
import { type ServiceFailure, serviceFailure } from '../http/service-problem.ts'
import { parseFirstJson } from '../pages/json-values.ts'

/** A model that an OpenAI-compatible server runs. */
export interface ModelService {
  readonly fetch: GuardedFetch
  /** E.g. `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly model: string
  /** Milliseconds for one question, with all its requests. */
  readonly timeoutMs: number
}

export interface ChatQuestion<T> {
  /** A name for the shape of the answer, of letters and underscores. */
  readonly name: string
  readonly task: string
  readonly text: string
  readonly shape: z.ZodType
  /** Reads a JSON value that may be incomplete or of another shape; null when it is unusable. */
  readonly read: (value: unknown) => T | null
  readonly signal?: AbortSignal
}

export type ChatAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | ({ readonly ok: false } & ServiceFailure)

/** Asks a language model one question at a time, and gets the answer as a value. */
export type ChatClient = <T>(question: ChatQuestion<T>) => Promise<ChatAnswer<T>>

/** Includes the reasoning of models that think before they answer. */
const MAX_TOKENS = 4_000
const MAX_ANSWER_BYTES = 256 * 1024
/** The number of opening braces in the answer that are tried as the beginning of JSON. */
const MAX_STARTS = 10
const FORMATS = ['json_schema', 'json_object', 'text'] as const
/** Statuses of servers that do not support a part of the request. */
const REFUSALS = new Set([400, 415, 422, 501])

const retries = retryRequests({ maxRetries: 1, pauseMs: () => 500 })

/** The variant of the protocol that a server supports, found by trying. */
interface Dialect {
  readonly format: (typeof FORMATS)[number]
  readonly limit: 'max_tokens' | 'max_completion_tokens'
}

const completion = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/**
 * A client for `POST /chat/completions`. It requests an answer by JSON Schema, else any JSON object, else plain text,
 * and takes the first fitting JSON in the text. The variant that a server accepted is remembered for the life of the
 * client. No `temperature` is sent, because newer models refuse it. Time, tokens and bytes are bounded.
 */
export function createChatClient(options: ModelService): ChatClient {
  let known: Dialect = { format: 'json_schema', limit: 'max_tokens' }
  const breaker = createBreaker()
  return async (question) => {
    const deadline = AbortSignal.timeout(options.timeoutMs)
    const signal = question.signal ? AbortSignal.any([question.signal, deadline]) : deadline
    const send = (dialect: Dialect): Promise<FetchAnswer | FetchFailure> => {
      const request = requestOf(options, question, dialect, signal)
      return retries.execute(() => breaker(() => options.fetch(request)), signal)
    }
    let first: ServiceFailure | null = null
    for (let dialect: Dialect | null = known; dialect !== null;) {
      const answer = await send(dialect)
      const failure = serviceFailure(answer, options.apiKey)
      if (failure === null && answer.ok) {
        known = dialect
        return valueOf(answer, question)
      }
      // The first refusal describes the cause best; later ones may only be about the simpler variant.
      first ??= failure
      dialect = answer.ok && REFUSALS.has(answer.status) ? simpler(dialect, answer.body) : null
    }
    return { ok: false, ...(first ?? UNKNOWN_REFUSAL) }
  }
}

const UNKNOWN_REFUSAL: ServiceFailure = { problem: 'bad_request', detail: '' }

function requestOf<T>(
  { baseUrl, apiKey, model, timeoutMs }: ModelService,
  { name, task, text, shape }: ChatQuestion<T>,
  { format, limit }: Dialect,
  signal: AbortSignal,
): FetchRequest {
  const { $schema: _, ...schema } = z.toJSONSchema(shape)
  const formats = {
    json_schema: { type: format, json_schema: { name, schema, strict: true } },
    json_object: { type: format },
    text: null,
  }
  const system = `${task}\nAnswer with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(schema)}`
  return {
    url: `${baseUrl}/chat/completions`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: text },
      ],
      ...(formats[format] === null ? {} : { response_format: formats[format] }),
      [limit]: MAX_TOKENS,
    }),
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    maxRedirects: 0,
    signal,
  }
}

/** The next variant for a server that refused one; null when there is none. */
function simpler({ format, limit }: Dialect, refusal: Buffer): Dialect | null {
  const names = refusal.toString('utf8')
  if (limit === 'max_tokens' && names.includes('max_completion_tokens'))
    return { format, limit: 'max_completion_tokens' }
  const next = FORMATS[FORMATS.indexOf(format) + 1]
  return next === undefined ? null : { format: next, limit }
}

function valueOf<T>({ status, body }: FetchAnswer, { read }: ChatQuestion<T>): ChatAnswer<T> {
  const [choice] = completion.safeParse(parseJson(body)).data?.choices ?? []
  if (choice === undefined) return badAnswer(`${status}: not the answer of a chat service`)
  const text = choice.message.content ?? ''
  const value = firstValue(text, read)
  if (value !== null) return { ok: true, value }
  const isCut = choice.finish_reason === 'length'
  return badAnswer(isCut ? `no JSON within ${MAX_TOKENS} tokens` : 'the answer holds no JSON of the shape')
}

function badAnswer(detail: string): { readonly ok: false } & ServiceFailure {
  return { ok: false, problem: 'bad_answer', detail }
}

/** The first JSON object of a text that `read` accepts. Some models write their thoughts before it. */
function firstValue<T>(text: string, read: (value: unknown) => T | null): T | null {
  const said = text.replace(/^[\s\S]*<\/think>/u, '')
  let start = said.indexOf('{')
  for (let tried = 0; start >= 0 && tried < MAX_STARTS; tried += 1) {
    const value = read(parseFirstJson(said.slice(start)))
    if (value !== null) return value
    start = said.indexOf('{', start + 1)
  }
  return null
}
