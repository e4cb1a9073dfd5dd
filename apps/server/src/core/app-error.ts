import type { ErrorCode } from '@antojo/contract/error-codes'

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
    return STATUS_BY_CODE[this.code]
  }
}

const STATUS_BY_CODE: Readonly<Record<ErrorCode, number>> = {
  E_YT_OEMBED_JSON: 424,
  E_PROXY_OEMBED_HTTP: 424,
  invalid_oembed_payload: 424,
  oembed_fetch_failed: 424,
  bad_request: 400,
  invalid_json: 400,
  payload_too_large: 413,
  not_found: 404,
  session_required: 401,
  session_expired: 401,
  forbidden: 403,
  reauthentication_needed: 403,
  rate_limited: 429,
  overloaded: 503,
  database_unavailable: 503,
  storage_full: 507,
  timeout: 504,
  internal: 500,
  no_link: 422,
  link_too_long: 422,
  not_a_video: 422,
  unsupported_host: 422,
  redirect_loop: 422,
  private_address: 422,
  link_unreachable: 422,
  insufficient_restaurant_data: 422,
  place_not_found: 404,
  places_unavailable: 502,
  video_not_found: 404,
  speech_unavailable: 501,
  media_unavailable: 422,
  image_refused: 422,
  image_unavailable: 502,
  invitation_invalid: 404,
  import_unreadable: 422,
  import_empty: 422,
  import_too_large: 422,
  import_too_deep: 422,
  import_too_slow: 422,
  import_too_much_memory: 422,
  import_part_unknown: 400,
  import_newer: 422,
  import_incomplete: 422,
  import_spreadsheet: 422,
}

/** The message of a caught error, for the log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
