import type { ServiceProblem } from '@antojo/contract/admin'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import { parseJson } from './fetch-body.ts'
import type { FetchAnswer, FetchFailure } from './guarded-fetch.ts'

/** The failure in a service's answer. */
export interface ServiceFailure {
  readonly problem: ServiceProblem
  readonly detail: string
}

const MAX_DETAIL_LENGTH = 200

/** OpenAI, DeepSeek, Ollama, llama.cpp and Google report errors in this shape; others send `{"error": "…"}` or text. */
const errorShape = z.object({
  error: z.union([
    z.string(),
    z.object({ message: z.string(), code: z.union([z.string(), z.number()]).nullish() }),
  ]),
})

const PROBLEMS_BY_STATUS: Readonly<Record<number, ServiceProblem>> = {
  401: 'wrong_key',
  402: 'no_credit',
  403: 'wrong_key',
  404: 'wrong_address',
  429: 'rate_limited',
}

/** The failure that an answer reports, or that kept it from arriving; null for a status below 400. */
export function serviceFailure(answer: FetchAnswer | FetchFailure, key?: string): ServiceFailure | null {
  if (!answer.ok) return { problem: problemOfFetch(answer), detail: answer.detail }
  const { status, body } = answer
  if (status < 400) return null
  const error = errorShape.safeParse(parseJson(body)).data?.error
  const message = typeof error === 'object' ? error.message : error
  const words = message ?? body.toString('utf8', 0, MAX_DETAIL_LENGTH)
  const code = typeof error === 'object' ? String(error.code ?? '') : ''
  const problem =
    problemOfError(code, words) ??
    PROBLEMS_BY_STATUS[status] ??
    (status >= 500 ? 'server_error' : 'bad_request')
  return { problem, detail: `${status}: ${withoutKey(words, key)}`.slice(0, MAX_DETAIL_LENGTH) }
}

/** Codes of Meta's Graph API for invalid, missing and expired tokens, which it sends with status 400. */
const GRAPH_TOKEN_CODES = new Set(['102', '104', '190'])

/** The problem, when the text of an error identifies it more exactly than the status. */
function problemOfError(code: string, message: string): ServiceProblem | null {
  if (code === 'insufficient_quota' || /exceeded your (?:current )?quota/iu.test(message)) return 'no_credit'
  if (GRAPH_TOKEN_CODES.has(code) || message.startsWith('API key not valid')) return 'wrong_key'
  return null
}

/** Some services quote the key that they refuse. */
function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key === '' ? text : text.replaceAll(key, '…')
}

function problemOfFetch({ reason }: FetchFailure): ServiceProblem {
  if (reason === 'timeout' || reason === 'aborted') return 'timeout'
  if (reason === 'overloaded') return 'busy'
  return reason === 'too_large' ? 'bad_answer' : 'unreachable'
}

/** Records the outcome of each request to one service. */
export type ServiceReport = ReturnType<typeof createServiceReport>

export interface ServiceReportOptions {
  /** Its name on `/admin` and in the metrics. */
  readonly service: string
  readonly log: Pick<Logger, 'warn'>
  readonly onCall: (call: ProviderCall) => void
}

/**
 * Counts each request, and logs the reason of a failure once: again only after a success, or when the reason changes.
 */
export function createServiceReport({ service, log, onCall }: ServiceReportOptions) {
  let logged: ServiceProblem | null = null
  return {
    success: (seconds: number) => {
      logged = null
      onCall({ provider: service, outcome: 'ok', seconds })
    },
    failure: ({ problem, detail }: ServiceFailure, seconds: number) => {
      onCall({ provider: service, outcome: problem, seconds, detail })
      if (problem === logged) return
      logged = problem
      log.warn({ service, problem, detail }, 'service failed')
    },
  }
}
