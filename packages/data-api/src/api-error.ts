/** The body of every error answer; all four keys are always present. */
export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly details: unknown
  readonly hint: string | null
}

interface Rest {
  readonly details?: unknown
  readonly hint?: string | null
  readonly headers?: Record<string, string>
}

/** A failure with its HTTP status and the wire format's error body. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, rest: Rest = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = rest.details ?? null
    this.hint = rest.hint ?? null
    this.headers = rest.headers ?? {}
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint }
  }
}

/** PGRST100: a part of the query string does not match the grammar. `column` is 1-based. */
export function parseError(what: string, text: string, column: number, details: string): ApiError {
  return new ApiError(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column ${column})`, {
    details,
  })
}

/** PGRST100: the request matches the grammar but exceeds a limit of this service. */
export function tooComplex(what: string, limit: number): ApiError {
  return new ApiError(400, 'PGRST100', `The request has too many ${what}`, {
    details: `At most ${limit} are accepted.`,
  })
}

/** `total`: the number of all rows, when it is known. */
export function rangeNotSatisfiable(details: string, total?: number): ApiError {
  const headers = total === undefined ? {} : { 'Content-Range': `*/${total}` }
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })
}

/** `alias`: the name that the request gave to the embed of this table. */
export function notAnEmbed(name: string, alias?: string): ApiError {
  const isAliased = alias !== undefined
  return new ApiError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    details: isAliased ? 'Target names are not allowed in filters if they have an alias' : null,
    hint: isAliased
      ? `Change '${name}' to '${alias}' in filters, orders or limits.`
      : `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}
