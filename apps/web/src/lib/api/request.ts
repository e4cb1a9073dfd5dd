import { noteReached } from '../device/online.ts'

/** `fetch` to our own server. Every request carries the public key and, when there is a session, the person's token. */
export type ServerRequest = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

interface Credentials {
  readonly anonKey: () => Promise<string>
  readonly accessToken: () => Promise<string | null>
}

export function createRequest({ anonKey, accessToken }: Credentials): ServerRequest {
  return async (input, init) => {
    const [key, token] = await Promise.all([anonKey(), accessToken()])
    const headers = new Headers(init?.headers)
    headers.set('apikey', key)
    // Mails and files come in the app's language, which the person may have chosen against the browser's.
    headers.set('accept-language', document.documentElement.lang)
    headers.set('authorization', `Bearer ${token ?? key}`)
    try {
      const response = await fetch(input, { ...init, headers })
      noteReached(true)
      return response
    } catch (cause) {
      if (init?.signal?.aborted !== true) noteReached(false)
      throw cause
    }
  }
}
