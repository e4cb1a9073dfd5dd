import type { ErrorBody } from '@antojo/contract/error-codes'
import { isDiskFull, isUnavailable } from '@antojo/db/retry-on-outage'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError } from './app-error.ts'

export interface Rendered {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>
}

/** Turns a failure into an answer with code, English detail and request id; a 500 has no details. */
export function renderError(error: unknown, requestId: string): Rendered {
  const problem = asAppError(error)
  const status = problem.status
  const headers: Record<string, string> = problem.retryAfter
    ? { 'retry-after': String(problem.retryAfter) }
    : {}
  return { status, headers, body: { ok: false, error: problem.code, detail: problem.message, requestId } }
}

/** Fastify's error handler. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = renderError(error, request.id)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  // If the connection were closed while the body still arrives, the sender would lose this answer. Node drains the body
  // instead.
  if (status === 413) void reply.removeHeader('connection')
  return reply.code(status).headers(headers).send(body)
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const fromDatabase = databaseProblem(error)
  if (fromDatabase) return fromDatabase
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => `${issue.instancePath}: ${issue.message ?? 'invalid'}`)
    return new AppError('bad_request', issues.join('; ').slice(0, 500))
  }
  return (
    (isFastifyError(error) && fromFastify(error)) ||
    new AppError('internal', 'Internal error.', { cause: error })
  )
}

/** The client error that a SQLSTATE stands for; null when the fault is the server's. */
function databaseProblem(error: unknown): AppError | null {
  if (isDiskFull(error))
    return new AppError('storage_full', 'The disk of the database is full.', { cause: error, retryAfter: 60 })
  if (isUnavailable(error)) {
    return new AppError('database_unavailable', 'The database cannot be reached.', {
      cause: error,
      retryAfter: 5,
    })
  }
  if (!(error instanceof Error) || !('code' in error)) return null
  if (error.code === '57014') return new AppError('timeout', 'The query took too long.', { cause: error })
  if (error.code === '42501') return new AppError('forbidden', 'Not allowed.', { cause: error })
  return null
}

function fromFastify(error: FastifyError): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', 'The request is too large.')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('invalid_json', 'The body is not JSON.')
    case 'ECONNRESET':
      // A client that disconnected before its body was complete. A broken connection to the database names a system
      // call.
      if (!('syscall' in error)) return new AppError('bad_request', 'The request ended early.')
      break
    default:
      break
  }
  return error.statusCode !== undefined && error.statusCode < 500
    ? new AppError('bad_request', error.message.slice(0, 300))
    : null
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
