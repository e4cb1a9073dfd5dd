import { z } from 'zod'
import { ApiError } from '../api-error.ts'
import { TOO_LARGE_MARK } from '../sql/size-limit.ts'

const databaseError = z.object({
  code: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  hint: z.string().optional(),
})
type DatabaseError = z.infer<typeof databaseError>

/** SQLSTATE, or its class, → HTTP status. All others are errors of the client. */
const STATUS_BY_STATE: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53400': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  // The time-out of a statement: fewer rows, or another time, may do.
  '57014': 503,
  '57P01': 503,
  // Postgres was ended by another backend's crash, or is still starting, so a retry will succeed soon.
  '57P02': 503,
  '57P03': 503,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
}

/** Turns a value thrown while a request ran into the answer's error. */
export function toApiError(error: unknown, authenticated: boolean): ApiError {
  if (error instanceof ApiError) return error
  const parsed = databaseError.safeParse(error)
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
    return new ApiError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  if (!parsed.success || parsed.data.code.length !== 5)
    return new ApiError(503, 'PGRST001', 'Database connection error. Retrying the connection.')
  return fromPostgres(parsed.data, authenticated)
}

function fromPostgres(error: DatabaseError, authenticated: boolean): ApiError {
  if (error.code === 'PGRST') return raised(error)
  const tooLarge = tooLargeOf(error)
  if (tooLarge) return tooLarge
  const status = statusOf(error, authenticated)
  const headers = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
  return new ApiError(status, error.code, error.message, {
    details: error.detail,
    hint: error.hint ?? null,
    headers,
  })
}

const TOO_LARGE_MESSAGE = new RegExp(`"${TOO_LARGE_MARK} (\\d+) `)

/** Undefined unless the answer exceeded our limit or that of Postgres, which allows at most 1 GB of text. */
function tooLargeOf({ code, message }: DatabaseError): ApiError | undefined {
  const bound = code === '22P02' ? TOO_LARGE_MESSAGE.exec(message)?.[1] : undefined
  if (bound === undefined && !(code === '54000' && message.startsWith('string buffer exceeds')))
    return undefined
  return new ApiError(413, '54000', 'The answer is too large', {
    details: bound === undefined ? null : `At most ${bound} bytes are sent.`,
    hint: 'Ask for fewer rows or columns.',
  })
}

function statusOf({ code, message }: DatabaseError, authenticated: boolean): number {
  const custom = /^PT(...)$/.exec(code)?.[1]
  if (custom !== undefined) return /^[2-5]\d\d$/.test(custom) ? Number(custom) : 500
  if (code === '42501') return authenticated ? 403 : 401
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023') return /^role "(?:[^"]|"")*" does not exist$/.test(message) ? 401 : 400
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406
  return STATUS_BY_STATE[code] ?? STATUS_BY_STATE[code.slice(0, 2)] ?? 400
}

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const raisedDetail = z.object({
  status: z.number().int().min(200).max(599),
  status_text: z.string().optional(),
  headers: z.record(z.string(), z.string()),
})

/** `raise sqlstate 'PGRST'`: the message and detail are JSON that describes the answer. */
function raised(error: DatabaseError): ApiError {
  const message = raisedMessage.safeParse(parseJson(error.message))
  if (!message.success) return badRaise(`Invalid JSON value for MESSAGE: '${error.message}'`, MESSAGE_HINT)
  if (error.detail === undefined) return badRaise('DETAIL is missing in the RAISE statement', DETAIL_HINT)
  const detail = raisedDetail.safeParse(parseJson(error.detail))
  if (!detail.success) return badRaise(`Invalid JSON value for DETAIL: '${error.detail}'`, DETAIL_HINT)
  const { code, details, hint } = message.data
  return new ApiError(detail.data.status, code, message.data.message, {
    details: details ?? null,
    hint: hint ?? null,
    headers: detail.data.headers,
  })
}

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

function badRaise(details: string, hint: string): ApiError {
  return new ApiError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
  })
}

/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
