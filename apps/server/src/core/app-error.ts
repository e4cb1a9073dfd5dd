import { type ErrorCode, STATUS_BY_CODE } from '@antojo/contract/error-codes'

export interface AppErrorOptions {
  readonly cause?: unknown
  /** Seconds after which the client should retry. */
  readonly retryAfter?: number
}

/** A failure that the client receives as a code; the code alone decides the HTTP status. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return STATUS_BY_CODE.get(this.code) ?? 500
  }
}

/** The message of a caught error, for the log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
