import { type AuthFixture, json } from './fixture.ts'

export interface Reply {
  readonly status: number
  readonly code: string | undefined
  /** The cookie that the client sends back. */
  readonly cookie: string | undefined
  readonly body: Record<string, unknown>
}

/** A client at an address, with the cookie of its device if given. */
export function clientAt(auth: AuthFixture, address: string, cookie?: string) {
  return {
    async ask(path: string, body: unknown, token?: string): Promise<Reply> {
      const init = json(body, token)
      const headers = new Headers(init.headers)
      headers.set('x-forwarded-for', address)
      // The headers that a browser sends for a page of the same site.
      headers.set('sec-fetch-site', 'same-origin')
      if (cookie !== undefined) headers.set('cookie', cookie)
      const answer = await auth.call(path, { ...init, headers })
      const text = await answer.text()
      return {
        status: answer.status,
        code: answer.headers.get('x-sb-error-code') ?? undefined,
        cookie: answer.headers.get('set-cookie')?.split(';')[0],
        body: text === '' ? {} : JSON.parse(text),
      }
    },
  }
}
