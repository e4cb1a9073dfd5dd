import { PostgrestClient } from '@supabase/postgrest-js'

/** A request as the data API receives it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A data API that answers with what `answer` makes of each request, and keeps the requests in `asked`. */
export function recordingRest(answer: (request: Asked) => unknown = () => []) {
  const asked: Asked[] = []
  const rest = new PostgrestClient('http://antojo.test', {
    retry: false,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname, searchParams } = new URL(request.url)
      const text = await request.text()
      const one: Asked = {
        method: request.method,
        path: pathname.slice(1),
        params: Object.fromEntries(searchParams),
        body: text === '' ? null : JSON.parse(text),
      }
      asked.push(one)
      const given = answer(one)
      return given instanceof Response ? given : Response.json(given)
    },
  })
  return { rest, asked }
}
