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
const STATES_BY_STATUS = {
  400: 'P0001',
  403: '0L 0P 28',
  404: '42883 42P01',
  405: '25006',
  409: '23503 23505',
  500: '09 25 2D 38 39 3B 40 53400 54 55 57 58 F0 HV P0 XX 42P17',
  // 57014 is the time-out of a statement: fewer rows, or another time, may do. With 57P02 Postgres was ended by another
  // backend's crash, or is still starting, so a retry will succeed soon.
  503: '08 53 57014 57P01 57P02 57P03',
}
const STATUS_BY_STATE: ReadonlyMap<string, number> = new Map(
  Object.entries(STATES_BY_STATUS).flatMap(([status, states]) =>
    states.split(' ').map((state) => [state, Number(status)] as const),
  ),
)

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
  return STATUS_BY_STATE.get(code) ?? STATUS_BY_STATE.get(code.slice(0, 2)) ?? 400
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
