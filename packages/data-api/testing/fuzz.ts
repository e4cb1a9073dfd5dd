import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { seeded } from './fuzz-damage.ts'
import { FuzzGrammar, type FuzzRequest } from './fuzz-query.ts'

export interface FuzzReport {
  readonly requests: number
  /** Number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Number of errors by code. */
  readonly codes: ReadonlyMap<string, number>
  /** Forbidden answers, each with its request; at most twenty. */
  readonly failures: readonly {
    readonly problem: string
    readonly request: FuzzRequest
    readonly answer: string
  }[]
}

const errorBody = z.strictObject({
  code: z.string(),
  message: z.string(),
  details: z.unknown(),
  hint: z.string().nullable(),
})

/** Words that occur only in statements of this package; no client ever sends them. */
const OUR_SQL = /pgrst_|json_agg|LATERAL|set_config|json_to_record|row_to_json|_row\b|SELECT .+ FROM /

/** Texts of another reader's diary, which no answer may contain. */
const FOREIGN = /secret of bea/

const MAX_FAILURES = 20

/** Sends `requests` generated requests, eight at a time, and collects the answers that no client may ever see. */
export async function fuzz(app: FastifyInstance, requests: number, seed: number): Promise<FuzzReport> {
  const grammar = new FuzzGrammar(seeded(seed))
  const statuses = new Map<number, number>()
  const codes = new Map<string, number>()
  const failures: FuzzReport['failures'][number][] = []
  let sent = 0
  const work = async () => {
    while (sent < requests && failures.length < MAX_FAILURES) {
      sent += 1
      const request = grammar.next()
      const response = await inject(app, request)
      if (!response) continue
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
      const { problem, code } = judge(request, response)
      if (code !== undefined) codes.set(code, (codes.get(code) ?? 0) + 1)
      if (problem !== undefined) failures.push({ problem, request, answer: response.body.slice(0, 500) })
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return { requests: sent, statuses, codes, failures }
}

interface Response {
  readonly statusCode: number
  readonly body: string
  readonly headers: Record<string, unknown>
}

/** Undefined when the damaged URL is one that no client could send. */
async function inject(app: FastifyInstance, request: FuzzRequest): Promise<Response | undefined> {
  if (!URL.canParse(request.url, 'http://localhost')) return undefined
  const { method, url, headers, body } = request
  return app.inject({
    method: methodOf(method),
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  })
}

function methodOf(method: string) {
  switch (method) {
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
    case 'HEAD':
    case 'OPTIONS':
      return method
    default:
      return 'GET'
  }
}

function judge(
  request: FuzzRequest,
  response: Response,
): { readonly problem?: string; readonly code?: string } {
  const { statusCode, body } = response
  if (FOREIGN.test(body) && !FOREIGN.test(request.body ?? '')) return { problem: 'a row of another user' }
  if (statusCode < 300 || statusCode === 418) {
    const isJson = /^application\/([\w.]+\+)?json/.test(String(response.headers['content-type']))
    return isJson && body !== '' && !parses(body) ? { problem: 'broken JSON' } : {}
  }
  if (request.method === 'HEAD') return statusCode >= 500 ? { problem: `status ${statusCode}` } : {}
  const error = errorBody.safeParse(parses(body)?.value)
  if (!error.success) return { problem: 'not the error shape' }
  const { code, message, details, hint } = error.data
  if (statusCode >= 500) return { problem: `status ${statusCode} ${code}`, code }
  const text = JSON.stringify([message, details, hint])
  if (OUR_SQL.test(text) && !OUR_SQL.test(decode(request.url))) return { problem: 'SQL text of ours', code }
  return { code }
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

function parses(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
