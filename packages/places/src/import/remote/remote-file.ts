import { setTimeout as pause } from 'node:timers/promises'
import { isDeeperThan } from '@antojo/domain/foreign/json-depth'
import type { AsyncBuffer } from 'hyparquet'

/** One GET request; sizes in bytes, `end` is exclusive. */
export interface UrlRequest {
  readonly url: string
  readonly range?: { readonly start: number; readonly end: number }
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

export type UrlAnswer =
  | {
      readonly ok: true
      readonly status: number
      /** Lower-case names. */
      readonly headers: ReadonlyMap<string, string>
      readonly body: Uint8Array
    }
  | { readonly ok: false; readonly reason: string; readonly detail: string }

/** Sends a request to a foreign server; the importing application provides it. */
export type ReadUrl = (request: UrlRequest) => Promise<UrlAnswer>

export type RemoteProblem =
  /** 404, 403 or 410: the file does not exist, or no longer exists. */
  | 'not_found'
  /** The server cannot be reached, or answers with an error, after several tries. */
  | 'unreachable'
  /** A private address, which this installation does not allow. */
  | 'private_address'
  /** The server ignores range requests and sends whole files only. */
  | 'no_ranges'
  /** The answer is another kind of content, such as an HTML page. */
  | 'wrong_content'
  /** The file changed while it was read. */
  | 'changed'

/** A failure of a foreign server. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly problem: RemoteProblem

  constructor(problem: RemoteProblem, detail: string) {
    super(detail)
    this.problem = problem
  }
}

/** Milliseconds of back-off before the second, third and fourth attempt. */
const PAUSES = [250, 1000, 3000]
const GONE = new Set([403, 404, 410])
const MAX_TRIED_BYTES = 1 << 16

export interface RemoteOptions {
  readonly read: ReadUrl
  readonly signal?: AbortSignal | undefined
  /** Called with the number of bytes of each answer. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** Opens a file for range requests. Throws a `RemoteError` when the server does not support them. */
export async function openRemote(url: string, options: RemoteOptions): Promise<AsyncBuffer> {
  const range = { start: 0, end: 4 }
  const { headers } = await readPart({ url, range, maxBytes: MAX_TRIED_BYTES }, options)
  const byteLength = totalOf(headers)
  if (byteLength === null) throw new RemoteError('no_ranges', `${url}: no content-range`)
  const etag = headers.get('etag')
  return {
    byteLength,
    slice: async (start, end = byteLength) => {
      const wanted = { start: start < 0 ? byteLength + start : start, end }
      const part = await readPart({ url, range: wanted, maxBytes: wanted.end - wanted.start + 1 }, options)
      if (part.headers.get('etag') !== etag || totalOf(part.headers) !== byteLength)
        throw new RemoteError('changed', url)
      return new Uint8Array(part.body).buffer
    },
  }
}

/** Reads a small JSON document. */
export async function readJson(url: string, options: RemoteOptions): Promise<unknown> {
  const answer = await tryOften({ url, maxBytes: 1 << 24 }, options, ({ status }) => status === 200)
  try {
    const text = new TextDecoder().decode(answer.body)
    if (isDeeperThan(text)) throw new Error('nested without end')
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    throw new RemoteError('wrong_content', `${url} is not JSON: ${String(error)}`)
  }
}

type Part = Extract<UrlAnswer, { ok: true }>

async function readPart(
  request: UrlRequest & { readonly range: { readonly start: number; readonly end: number } },
  options: RemoteOptions,
): Promise<Part> {
  const length = request.range.end - request.range.start
  const answer = await tryOften(request, options, ({ status, body }) => {
    return status === 200 || (status === 206 && body.byteLength === length)
  })
  if (answer.status === 206) return answer
  const isPage = /html/i.test(answer.headers.get('content-type') ?? '')
  throw new RemoteError(isPage ? 'wrong_content' : 'no_ranges', request.url)
}

/** Retries a request that fails by the network, by an error of the server or by a truncated answer. */
async function tryOften(
  request: UrlRequest,
  { read, signal, onBytes }: RemoteOptions,
  isWhole: (answer: Part) => boolean,
): Promise<Part> {
  let last = ''
  for (const ms of [0, ...PAUSES]) {
    if (ms > 0) await pause(ms, undefined, signal === undefined ? {} : { signal })
    signal?.throwIfAborted()
    const answer = await read({ ...request, signal })
    if (answer.ok) {
      onBytes?.(answer.body.byteLength)
      if (GONE.has(answer.status)) throw new RemoteError('not_found', `${request.url} (${answer.status})`)
      if (isWhole(answer)) return answer
      last = answer.status < 300 ? 'the answer is cut' : `status ${answer.status}`
    } else {
      signal?.throwIfAborted()
      if (answer.reason === 'private_address') throw new RemoteError('private_address', request.url)
      if (answer.reason === 'too_large') throw new RemoteError('no_ranges', request.url)
      last = answer.detail
    }
  }
  throw new RemoteError('unreachable', `${request.url}: ${last}`)
}

function totalOf(headers: ReadonlyMap<string, string>): number | null {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return total === undefined ? null : Number(total)
}
