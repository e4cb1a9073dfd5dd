import { m } from '@antojo/i18n/messages'
import { PostgrestClient } from '@supabase/postgrest-js'
import { noteReached } from '../device/online.ts'

export type Rest = ReturnType<typeof createRest>

interface RestOptions {
  anonKey: () => Promise<string>
  accessToken: () => Promise<string | null>
}

/** The data API of spec §7; every request carries the key and, when there is a session, its token. */
export function createRest({ anonKey, accessToken }: RestOptions) {
  return new PostgrestClient(`${location.origin}/rest/v1`, {
    fetch: async (input, init) => {
      const [key, token] = await Promise.all([anonKey(), accessToken()])
      const headers = new Headers(init?.headers)
      headers.set('apikey', key)
      headers.set('authorization', `Bearer ${token ?? key}`)
      // A deletion that was asked for is sent even when the page is left at that moment.
      try {
        const answer = await fetch(input, { ...init, headers, keepalive: init?.method === 'DELETE' })
        noteReached(true)
        return answer
      } catch (cause) {
        if (init?.signal?.aborted !== true) noteReached(false)
        throw cause
      }
    },
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
