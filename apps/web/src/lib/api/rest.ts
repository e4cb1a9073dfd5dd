import { m } from '@antojo/i18n/messages'
import { PostgrestClient } from '@supabase/postgrest-js'
import { isRecord } from '@antojo/domain/unknown-values'
import type { ServerRequest } from './request.ts'

export type Rest = ReturnType<typeof createRest>

/** The client of the data API (spec §7). */
export function createRest(request: ServerRequest) {
  return new PostgrestClient(`${location.origin}/rest/v1`, {
    // A deletion is sent even when the person leaves the page at that moment.
    fetch: (input, init) => request(input, { ...init, keepalive: init?.method === 'DELETE' }),
  })
}

/** An error of the data API. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** The response of the data API's client. */
export interface Answer<T> {
  readonly data: T | null
  readonly error: { readonly message: string; readonly code: string } | null
  /** HTTP status; 0 when there was no response. */
  readonly status: number
}

/** The rows of a response. Throws a `RestError` with the service's own message and code. */
export function rowsOf<T>(answer: Answer<T>): T {
  if (answer.error && answer.status === 0) throw new RestError(m.error_network(), 'network')
  if (answer.error) throw new RestError(answer.error.message, answer.error.code)
  if (answer.data === null) throw new RestError('empty answer', 'empty')
  return answer.data
}

/** The rows of a response that holds several, not yet validated; see `rowsOf`. */
export function listOf(answer: Answer<unknown>): readonly unknown[] {
  const data: unknown = rowsOf(answer)
  return Array.isArray(data) ? data : []
}

/** The texts of a column that holds several. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The texts in a column of rows. */
export function textsIn(rows: readonly unknown[], column: string): readonly string[] {
  return rows.flatMap((row) => {
    const value = isRecord(row) ? row[column] : null
    return typeof value === 'string' ? [value] : []
  })
}

/** The reason of a failure for the messages of spec §8; 'desconocido' when the error gives none. */
export function errorMessage(error: unknown): string {
  if (error instanceof TypeError) return m.error_network()
  return error instanceof Error && error.message.trim() !== '' ? error.message : m.reason_unknown()
}
