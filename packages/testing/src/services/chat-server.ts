import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { z } from 'zod'

/**
 * Stand-ins for language model services, with the fields that each accepts and its error bodies, as observed in 2025
 * and 2026. `strict` is a server on FastAPI that forbids unknown fields.
 */
export type ChatVendor = 'openai' | 'deepseek' | 'ollama' | 'llamacpp' | 'strict'

export interface ChatServer {
  readonly baseUrl: string
  readonly key: string
  readonly model: string
  /** The bodies of all requests, in order. */
  readonly requests: readonly ChatRequest[]
  /** Sets the text of the model's next answers, and how they end. */
  say(content: string, finishReason?: 'stop' | 'length'): void
  /**
   * `hang`: never answers. `endless`: sends an answer that never ends. `down`: status 503 for the next requests.
   * `no_credit`: the account is empty.
   */
  behave(behaviour: ChatBehaviour): void
  close(): Promise<void>
}

export type ChatBehaviour = 'well' | 'hang' | 'endless' | 'down' | 'no_credit'

const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  temperature: z.number().optional(),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ name: z.string(), schema: z.looseObject({}) }).optional(),
    })
    .optional(),
})
export type ChatRequest = z.infer<typeof chatRequest>

interface Refusal {
  readonly status: number
  readonly body: object
}

const KEY = 'sk-test-0123456789'
const MODEL = 'small-model'

export async function startChatServer(vendor: ChatVendor): Promise<ChatServer> {
  const requests: ChatRequest[] = []
  let said = { content: '{}', finishReason: 'stop' }
  let behaviour: ChatBehaviour = 'well'
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const body = chatRequest.parse(JSON.parse(text))
      requests.push(body)
      if (behaviour === 'hang') return
      if (behaviour === 'endless') return sendWithoutEnd(response)
      const refusal = refusalOf(vendor, body, { authorization: request.headers.authorization, behaviour })
      if (refusal) return send(response, refusal.status, refusal.body)
      return send(response, 200, answerOf(vendor, said))
    })
  })
  const port = await listen(server)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    key: KEY,
    model: MODEL,
    requests,
    say: (content, finishReason = 'stop') => {
      said = { content, finishReason }
    },
    behave: (next) => {
      behaviour = next
    },
    close: () => close(server),
  }
}

interface Circumstances {
  readonly authorization: string | undefined
  readonly behaviour: ChatBehaviour
}

function refusalOf(vendor: ChatVendor, body: ChatRequest, { authorization, behaviour }: Circumstances) {
  if (behaviour === 'down') return UNAVAILABLE[vendor]
  if (behaviour === 'no_credit') return NO_CREDIT
  const needsKey = vendor === 'openai' || vendor === 'deepseek'
  if (needsKey && authorization !== `Bearer ${KEY}`) return wrongKey(authorization ?? '')
  if (body.model !== MODEL) return unknownModel(vendor, body.model)
  return { openai, deepseek, strict, ollama: () => null, llamacpp: () => null }[vendor](body)
}

/** GPT-5 and the o-series: only temperature 1, no `max_tokens`, schemas as required by strict mode. */
function openai(body: ChatRequest): Refusal | null {
  if (body.temperature !== undefined && body.temperature !== 1)
    return openAiError(
      400,
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      { param: 'temperature', code: 'unsupported_value' },
    )
  if (body.max_tokens !== undefined)
    return openAiError(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    )
  const format = body.response_format
  if (format?.type === 'json_schema' && !isStrict(format.json_schema?.schema))
    return openAiError(
      400,
      `Invalid schema for response_format '${format.json_schema?.name ?? ''}': In context=(), 'additionalProperties' is required to be supplied and to be false.`,
      { param: 'response_format', code: null },
    )
  if (format?.type === 'json_object' && !namesJson(body))
    return openAiError(
      400,
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      { param: 'messages', code: null },
    )
  return null
}

/** Supports `json_object` only. */
function deepseek(body: ChatRequest): Refusal | null {
  if (body.response_format?.type === 'json_schema')
    return deepseekError('This response_format type is unavailable now')
  if (body.response_format?.type === 'json_object' && !namesJson(body))
    return deepseekError(
      "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
    )
  return null
}

function deepseekError(message: string): Refusal {
  return openAiError(400, message, { param: null, code: 'invalid_request_error' })
}

function strict(body: ChatRequest): Refusal | null {
  if (body.response_format === undefined) return null
  const detail = {
    type: 'extra_forbidden',
    loc: ['body', 'response_format'],
    msg: 'Extra inputs are not permitted',
  }
  return { status: 422, body: { detail: [detail] } }
}

const strictSchema = z.looseObject({
  additionalProperties: z.literal(false),
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()),
})

function isStrict(schema: unknown): boolean {
  const parsed = strictSchema.safeParse(schema).data
  return (
    parsed !== undefined && Object.keys(parsed.properties).every((name) => parsed.required.includes(name))
  )
}

function namesJson({ messages }: ChatRequest): boolean {
  return messages.some(({ content }) => /json/iu.test(content))
}

function openAiError(
  status: number,
  message: string,
  { param, code }: { readonly param: string | null; readonly code: string | null },
): Refusal {
  return { status, body: { error: { message, type: 'invalid_request_error', param, code } } }
}

function wrongKey(authorization: string): Refusal {
  const key = authorization.replace('Bearer ', '')
  return openAiError(
    401,
    `Incorrect API key provided: ${key}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    { param: null, code: 'invalid_api_key' },
  )
}

function unknownModel(vendor: ChatVendor, model: string): Refusal {
  if (vendor === 'ollama')
    return {
      status: 404,
      body: {
        error: { message: `model '${model}' not found`, type: 'not_found_error', param: null, code: null },
      },
    }
  return openAiError(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
    param: null,
    code: 'model_not_found',
  })
}

const NO_CREDIT = openAiError(
  429,
  'You exceeded your current quota, please check your plan and billing details.',
  { param: null, code: 'insufficient_quota' },
)

const LOADING: Refusal = {
  status: 503,
  body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
}
const OVERLOADED: Refusal = {
  status: 503,
  body: {
    error: {
      message: 'The server is overloaded, please try again later.',
      type: 'server_error',
      param: null,
      code: null,
    },
  },
}
const UNAVAILABLE: Readonly<Record<ChatVendor, Refusal>> = {
  openai: OVERLOADED,
  deepseek: OVERLOADED,
  ollama: OVERLOADED,
  llamacpp: LOADING,
  strict: OVERLOADED,
}

function answerOf(vendor: ChatVendor, said: { readonly content: string; readonly finishReason: string }) {
  const extras = {
    openai: { refusal: null, annotations: [] },
    deepseek: { reasoning_content: 'The post names a place in its second sentence.' },
    ollama: { reasoning: 'The post names a place.' },
    llamacpp: {},
    strict: { tool_calls: [] },
  }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_780_000_000,
    model: MODEL,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said.content, ...extras[vendor] },
        logprobs: null,
        finish_reason: said.finishReason,
      },
    ],
    usage: { prompt_tokens: 420, completion_tokens: 40, total_tokens: 460 },
    ...(vendor === 'ollama' ? { system_fingerprint: 'fp_ollama' } : {}),
    ...(vendor === 'llamacpp' ? { timings: { prompt_n: 420, predicted_n: 40 } } : {}),
  }
}

/** Sends a novel, 64 kB at a time, until the reader closes the connection. */
function sendWithoutEnd(response: ServerResponse): void {
  const part = 'Había una vez un taquero en la colonia Doctores. '.repeat(1_300)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"choices":[{"message":{"content":"')
  const write = (): void => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', write)
  }
  write()
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

/** Listens on a free loopback port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
