import { m } from '@antojo/i18n/messages'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { ServerRequest } from './request.ts'

export type Rest = ReturnType<typeof createRest>

/** The client of the data API (spec §7). */
export function createRest(request: ServerRequest) {
  return new PostgrestClient(`${location.origin}/rest/v1`, {
    // A deletion that was asked for is sent even when the page is left at that moment.
    fetch: (input, init) => request(input, { ...init, keepalive: init?.method === 'DELETE' }),
  })
}

/** What the data API answered when it did not answer with rows. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** What the data API's client gives back. */
export interface Answer<T> {
  readonly data: T | null
  readonly error: { readonly message: string; readonly code: string } | null
  /** 0 when nothing answered. */
  readonly status: number
}

/** Rows of an answer, or a `RestError` with the service's own message and code. */
export function rowsOf<T>(answer: Answer<T>): T {
  if (answer.error && answer.status === 0) throw new RestError(m.error_network(), 'network')
  if (answer.error) throw new RestError(answer.error.message, answer.error.code)
  if (answer.data === null) throw new RestError('empty answer', 'empty')
  return answer.data
}

/** Rows of a list, each still to be read; see `rowsOf`. */
export function listOf(answer: Answer<unknown>): readonly unknown[] {
  const data: unknown = rowsOf(answer)
  return Array.isArray(data) ? data : []
}
