import type { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import {
  isPublicAddress,
  PrivateAddressError,
  publicLookup,
  type Resolve,
  systemResolve,
} from './address-guard.ts'

/** Times in ms, sizes in bytes. */
export interface FetchRequest {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly maxBytes: number
  /** 0 returns a redirect as it is. Default 5. */
  readonly maxRedirects?: number
  readonly signal?: AbortSignal
}

export interface FetchAnswer {
  readonly ok: true
  readonly status: number
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** The last hop. */
  readonly url: string
}

export type FetchFailureReason =
  | 'bad_url'
  | 'private_address'
  | 'redirect_loop'
  | 'timeout'
  | 'too_large'
  | 'network'

export interface FetchFailure {
  readonly ok: false
  readonly reason: FetchFailureReason
  readonly detail: string
}

/** Reads a foreign URL. Every HTTP status is an answer; only what gave no answer is a failure. */
export type GuardedFetch = (request: FetchRequest) => Promise<FetchAnswer | FetchFailure>

export interface GuardedFetchHandle {
  readonly fetch: GuardedFetch
  readonly close: (this: void) => Promise<void>
}

export interface GuardedFetchOptions {
  /** `host:port` pairs that may be reached although private. */
  readonly allowPrivateHosts: readonly string[]
  /** Host → base URL asked in its place (a sandbox, a mirror); path and query are kept. */
  readonly hostMap: Readonly<Record<string, string>>
  readonly resolve?: Resolve
}

const userAgent = 'Mozilla/5.0 (compatible; AntojoBot/0.1; +https://github.com/antojo)'
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * The only way out to foreign URLs. Scheme http(s), ports 80 and 443, no credentials, public addresses only, checked at
 * every redirect hop and on the address that is really connected to; time and size are bounded, also after decompression.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetchHandle {
  const timeouts = { headersTimeout: 30_000, bodyTimeout: 30_000 }
  const open = new Agent({ ...timeouts, connect: { timeout: 10_000 } })
  const guarded = new Agent({
    ...timeouts,
    connect: { timeout: 10_000, lookup: publicLookup(options.resolve ?? systemResolve) },
  })
  const allowed = new Set(options.allowPrivateHosts)
  const agentFor = (url: URL): Agent | FetchFailure => {
    if (allowed.has(`${url.hostname}:${portOf(url)}`)) return open
    return refusal(url) ?? guarded
  }
  return {
    fetch: (wanted) => follow(wanted, agentFor, options.hostMap),
    close: async () => {
      await Promise.all([open.destroy(), guarded.destroy()])
    },
  }
}

async function follow(
  wanted: FetchRequest,
  agentFor: (url: URL) => Agent | FetchFailure,
  hostMap: Readonly<Record<string, string>>,
): Promise<FetchAnswer | FetchFailure> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(wanted.timeoutMs),
    ...(wanted.signal ? [wanted.signal] : []),
  ])
  const seen = new Set<string>()
  const limit = wanted.maxRedirects ?? 5
  let address = wanted.url
  for (let hop = 0; ; hop += 1) {
    if (!URL.canParse(address)) return failure('bad_url', address)
    if (seen.has(address) || hop > Math.max(limit, 1)) return failure('redirect_loop', new URL(address).host)
    seen.add(address)
    const asked = mapped(new URL(address), hostMap)
    const agent = agentFor(asked)
    if (!(agent instanceof Agent)) return agent
    const sent = sameHost(address, wanted.url) ? wanted : forStrangers(wanted)
    const answer = await ask(asked, sent, agent, signal)
    if (!answer.ok) return answer
    const location = redirects.has(answer.status) ? answer.headers.get('location') : undefined
    if (location === undefined || limit === 0) return { ...answer, url: address }
    if (!URL.canParse(location, address)) return failure('bad_url', location)
    address = new URL(location, address).href
  }
}

function sameHost(a: string, b: string): boolean {
  return new URL(a).host === new URL(b).host
}

/** What a redirect to another host may be told: no key, no body. */
function forStrangers({ method, body: _body, headers, ...rest }: FetchRequest): FetchRequest {
  const harmless = Object.entries(headers ?? {}).filter(
    ([name]) => !/^(?:authorization|cookie|content-.*|.*api-?key.*)$/iu.test(name),
  )
  return { ...rest, method: method === 'HEAD' ? 'HEAD' : 'GET', headers: Object.fromEntries(harmless) }
}

async function ask(
  url: URL,
  wanted: FetchRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<FetchAnswer | FetchFailure> {
  try {
    const answer = await request(url, {
      method: wanted.method ?? 'GET',
      headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, br', ...wanted.headers },
      ...(wanted.body === undefined ? {} : { body: wanted.body }),
      dispatcher,
      signal,
    })
    const headers = new Map<string, string>()
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    }
    const base = { ok: true, status: answer.statusCode, headers, url: url.href } as const
    if (redirects.has(answer.statusCode)) {
      discard(answer.body)
      return { ...base, body: Buffer.alloc(0) }
    }
    const raw = await readBounded(answer.body, wanted.maxBytes)
    if (raw === 'too_large') return failure('too_large', url.href)
    return { ...base, body: unpack(raw, headers.get('content-encoding'), wanted.maxBytes) }
  } catch (error) {
    return explain(error, url)
  }
}

function discard(body: Readable): void {
  body.on('error', () => undefined)
  body.destroy()
}

async function readBounded(body: Readable, maxBytes: number): Promise<Buffer | 'too_large'> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) {
      discard(body)
      return 'too_large'
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function unpack(body: Buffer, encoding: string | undefined, maxOutputLength: number): Buffer {
  if (body.length === 0) return body
  if (encoding === 'gzip') return gunzipSync(body, { maxOutputLength })
  if (encoding === 'br') return brotliDecompressSync(body, { maxOutputLength })
  if (encoding === 'deflate') return inflateSync(body, { maxOutputLength })
  return body
}

function refusal(url: URL): FetchFailure | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return failure('bad_url', `scheme ${url.protocol}`)
  if (url.username !== '' || url.password !== '') return failure('bad_url', 'credentials in the URL')
  if (url.port !== '') return failure('bad_url', `port ${url.port}`)
  const literal = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  const isLiteral = url.hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/u.test(literal)
  if (isLiteral && !isPublicAddress(literal)) return failure('private_address', url.hostname)
  return null
}

function mapped(url: URL, hostMap: Readonly<Record<string, string>>): URL {
  const base = hostMap[url.hostname]
  return base === undefined ? url : new URL(`${base.replace(/\/$/u, '')}${url.pathname}${url.search}`)
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port
  return url.protocol === 'https:' ? '443' : '80'
}

function explain(error: unknown, url: URL): FetchFailure {
  const detail = `${url.host}: ${error instanceof Error ? error.message : String(error)}`
  if (error instanceof PrivateAddressError) return failure('private_address', detail)
  const name = error instanceof Error ? error.name : ''
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_BUFFER_TOO_LARGE') return failure('too_large', detail)
  const late =
    name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT'
  return failure(late || code === 'UND_ERR_BODY_TIMEOUT' ? 'timeout' : 'network', detail)
}

function failure(reason: FetchFailureReason, detail: string): FetchFailure {
  return { ok: false, reason, detail: detail.slice(0, 300) }
}
