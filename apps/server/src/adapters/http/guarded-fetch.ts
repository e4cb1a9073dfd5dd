import { Readable } from 'node:stream'
import { lazily } from '@antojo/places/lazily'
import type { Agent } from 'undici'
import { DEFAULT_USER_AGENT } from '../../config/config.ts'
import { AppError, messageOf } from '../../core/app-error.ts'
import { type Budgets, createBudgets } from '../../core/budgets.ts'
import {
  isLocalName,
  isPublicAddress,
  PrivateAddressError,
  publicAddresses,
  publicLookup,
} from './address-guard.ts'
import { readBody, saveBody, streamBody, TooLargeError, TooSlowError } from './fetch-body.ts'
import { createNameResolver, type Resolve } from './name-resolver.ts'

/** Times in ms, sizes in bytes. */
export interface FetchRequest {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** A Blob, for example a file, is streamed. */
  readonly body?: string | Blob
  readonly timeoutMs: number
  /** Until the answer begins; `timeoutMs` when absent. */
  readonly firstByteMs?: number
  readonly maxBytes: number
  /**
   * Path of a file for the body of a 200; the answer's own body is empty then. A compressed answer is a failure: nothing
   * is decompressed on the way to a file.
   */
  readonly toFile?: string
  /**
   * Receives the body of a 200 piece by piece, decompressed, until it returns `enough`. The answer's own body is empty
   * then, and `cut` is the reason if the body ended early; the caller has received the pieces before that.
   */
  readonly onBody?: (piece: Buffer, headers: ReadonlyMap<string, string>) => 'more' | 'enough'
  /** 0 returns a redirect as it is. Default 5. */
  readonly maxRedirects?: number
  readonly signal?: AbortSignal | undefined
}

export interface FetchAnswer {
  readonly ok: true
  readonly status: number
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** The reason why a body that was read piece by piece ended early. */
  readonly cut?: FetchFailureReason
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
  /** The caller cancelled. */
  | 'aborted'
  /** Not sent: too many other requests are running. */
  | 'overloaded'

export interface FetchFailure {
  readonly ok: false
  readonly reason: FetchFailureReason
  readonly detail: string
}

/** Reads a foreign URL. Every HTTP status is an answer; only a missing answer is a failure. */
export type GuardedFetch = (request: FetchRequest) => Promise<FetchAnswer | FetchFailure>

export type GuardedFetchHandle = ReturnType<typeof createGuardedFetch>

interface GuardedFetchOptions {
  /** `host:port` pairs that may be reached although private. */
  readonly allowPrivateHosts: readonly string[]
  /** Host → base URL that replaces it (a sandbox, a mirror); path and query are kept. */
  readonly hostMap: Readonly<Record<string, string>>
  /** Bounds name look-ups and simultaneous fetches, per asker and in total; own limits when absent. */
  readonly budgets?: Budgets
  readonly userAgent?: string
  /** Replaced in tests. */
  readonly resolve?: Resolve
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/** Milliseconds for TCP and TLS together, and between two pieces of a body. */
const CONNECT_TIMEOUT_MS = 5_000
const BODY_GAP_MS = 5_000
/** Bounds the keep-alive time that a foreign server may request. */
const KEEP_ALIVE_MAX_MS = 10_000

/** Loaded by the first request: the library has more than a hundred modules. */
const library = () => import('undici')

/** The connections for a request whose address was checked; a resolver looks up its name first. */
interface Route {
  readonly agent: () => Promise<Agent>
  readonly resolve: Resolve | null
}

/**
 * The only access to foreign URLs, against server-side request forgery. Scheme http(s), ports 80 and 443, no
 * credentials, public addresses only, checked at every redirect hop and on the address of the real connection. Time and
 * size are bounded, also after decompression; so are simultaneous look-ups and fetches, per asker, per host and in
 * total.
 */
export function createGuardedFetch(options: GuardedFetchOptions) {
  const { hostMap, budgets = createBudgets({ rates: false }), userAgent = DEFAULT_USER_AGENT } = options
  const resolve = options.resolve ?? createNameResolver({ budgets })
  const timeouts = { bodyTimeout: BODY_GAP_MS, keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS }
  const agentWith = (lookup?: ReturnType<typeof publicLookup>) =>
    lazily(async () => {
      const { Agent } = await library()
      const connect = { timeout: CONNECT_TIMEOUT_MS, ...(lookup && { lookup }) }
      return new Agent({ ...timeouts, connect })
    })
  const open = agentWith()
  const guarded = agentWith(publicLookup(resolve))
  const allowed = new Set(options.allowPrivateHosts)
  const routeTo = (url: URL): Route | FetchFailure => {
    if (allowed.has(`${url.hostname}:${portOf(url)}`)) return { agent: open, resolve: null }
    return refusal(url) ?? { agent: guarded, resolve: isLiteral(url) ? null : resolve }
  }
  return {
    fetch: (wanted: FetchRequest) =>
      follow(
        { ...wanted, headers: { 'user-agent': userAgent, ...wanted.headers } },
        { routeTo, hostMap, budgets },
      ),
    close: async () => {
      for (const agent of [open, guarded]) await (await agent()).destroy()
    },
  }
}

interface FollowDeps {
  readonly routeTo: (url: URL) => Route | FetchFailure
  readonly hostMap: Readonly<Record<string, string>>
  readonly budgets: Budgets
}

async function follow(wanted: FetchRequest, deps: FollowDeps): Promise<FetchAnswer | FetchFailure> {
  const seen = new Set<string>()
  const limit = wanted.maxRedirects ?? 5
  let address = wanted.url
  let timeoutMs = wanted.timeoutMs
  for (let hop = 0; ; hop += 1) {
    if (!URL.canParse(address)) return failure('bad_url', address)
    if (seen.has(address) || hop > Math.max(limit, 1)) return failure('redirect_loop', new URL(address).host)
    seen.add(address)
    const target = mapped(new URL(address), deps.hostMap)
    const route = deps.routeTo(target)
    if ('reason' in route) return route
    const isSameHost = new URL(address).host === new URL(wanted.url).host
    const sent = isSameHost ? wanted : crossOrigin(wanted)
    const { answer, ms } = await queueAndSend(target, { ...sent, timeoutMs }, route, deps.budgets)
    if (!answer.ok) return answer
    const location = REDIRECT_STATUSES.has(answer.status) ? answer.headers.get('location') : undefined
    if (location === undefined || limit === 0) return { ...answer, url: address }
    if (!URL.canParse(location, address)) return failure('bad_url', location)
    address = new URL(location, address).href
    timeoutMs = Math.max(1, timeoutMs - ms)
  }
}

/** One hop. The time in the queue does not count. */
async function queueAndSend(
  url: URL,
  wanted: FetchRequest,
  { agent, resolve }: Route,
  budgets: Budgets,
): Promise<{ readonly answer: FetchAnswer | FetchFailure; readonly ms: number }> {
  let started = performance.now()
  try {
    // Resolved before the queue, so that slow name servers delay look-ups only. The connection uses this answer.
    if (resolve) await publicAddresses(resolve, url.hostname, limited(wanted, wanted.timeoutMs))
    const lookupMs = performance.now() - started
    const answer = await budgets.run(
      'outgoingFetch',
      async () => {
        started = performance.now() - lookupMs
        return send(url, wanted, await agent(), wanted.timeoutMs - lookupMs)
      },
      { signal: wanted.signal, destination: url.host },
    )
    return { answer, ms: performance.now() - started }
  } catch (error) {
    return { answer: explain(error, url, wanted.signal), ms: performance.now() - started }
  }
}

/** After a redirect to another host, neither key nor body is sent. */
function crossOrigin({ method, body: _body, headers, ...rest }: FetchRequest): FetchRequest {
  const harmless = Object.entries(headers ?? {}).filter(
    ([name]) => !/^(?:authorization|cookie|content-.*|.*api-?key.*)$/iu.test(name),
  )
  return { ...rest, method: method === 'HEAD' ? 'HEAD' : 'GET', headers: Object.fromEntries(harmless) }
}

async function send(
  url: URL,
  wanted: FetchRequest,
  dispatcher: Agent,
  timeoutMs: number,
): Promise<FetchAnswer | FetchFailure> {
  try {
    const { body } = wanted
    const { request } = await library()
    const answer = await request(url, {
      method: wanted.method ?? 'GET',
      headers: {
        'accept-encoding': wanted.toFile === undefined ? 'gzip, br' : 'identity',
        ...wanted.headers,
        ...(body instanceof Blob ? { 'content-length': String(body.size) } : {}),
      },
      body: body instanceof Blob ? Readable.from(body.stream()) : (body ?? null),
      headersTimeout: wanted.firstByteMs ?? wanted.timeoutMs,
      dispatcher,
      signal: limited(wanted, timeoutMs),
    })
    const headers = new Map<string, string>()
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    }
    const base = { ok: true, status: answer.statusCode, headers, url: url.href } as const
    if (REDIRECT_STATUSES.has(answer.statusCode)) {
      answer.body.on('error', () => undefined).destroy()
      return { ...base, body: Buffer.alloc(0) }
    }
    const encoding = headers.get('content-encoding')
    if (wanted.toFile !== undefined && answer.statusCode === 200) {
      await saveBody(answer.body, { encoding, maxBytes: wanted.maxBytes }, wanted.toFile)
      return { ...base, body: Buffer.alloc(0) }
    }
    const { onBody } = wanted
    if (onBody !== undefined && answer.statusCode === 200) {
      const limits = { encoding, maxBytes: wanted.maxBytes }
      const cut = await streamBody(answer.body, limits, (piece) => onBody(piece, headers)).then(
        () => null,
        (error: unknown) => explain(error, url, wanted.signal).reason,
      )
      return { ...base, body: Buffer.alloc(0), ...(cut === null ? {} : { cut }) }
    }
    return { ...base, body: await readBody(answer.body, { encoding, maxBytes: wanted.maxBytes }) }
  } catch (error) {
    return explain(error, url, wanted.signal)
  }
}

/** Aborts when the caller cancels or the time is up. */
function limited({ signal }: FetchRequest, timeoutMs: number): AbortSignal {
  const deadline = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  return signal ? AbortSignal.any([signal, deadline]) : deadline
}

function refusal(url: URL): FetchFailure | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return failure('bad_url', `scheme ${url.protocol}`)
  if (url.username !== '' || url.password !== '') return failure('bad_url', 'credentials in the URL')
  if (url.port !== '') return failure('bad_url', `port ${url.port}`)
  const isRefused = isLiteral(url)
    ? !isPublicAddress(url.hostname.replace(/^\[|\]$/gu, ''))
    : isLocalName(url.hostname)
  return isRefused ? failure('private_address', url.hostname) : null
}

/** True for an IP address in place of a name. */
function isLiteral({ hostname }: URL): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/u.test(hostname)
}

function mapped(url: URL, hostMap: Readonly<Record<string, string>>): URL {
  const base = hostMap[url.hostname]
  return base === undefined ? url : new URL(`${base.replace(/\/$/u, '')}${url.pathname}${url.search}`)
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port
  return url.protocol === 'https:' ? '443' : '80'
}

const TIMEOUT_CODE = /^(?:ETIMEOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/u

function explain(error: unknown, url: URL, signal: AbortSignal | undefined): FetchFailure {
  const detail = `${url.host}: ${messageOf(error)}`
  if (error instanceof PrivateAddressError) return failure('private_address', detail)
  if (error instanceof TooLargeError) return failure('too_large', detail)
  if (signal?.aborted === true && !isTimeout(signal.reason)) return failure('aborted', detail)
  if (error instanceof AppError && error.code === 'overloaded') return failure('overloaded', detail)
  const isLate =
    error instanceof TooSlowError ||
    isTimeout(error) ||
    (error instanceof Error && 'code' in error && TIMEOUT_CODE.test(String(error.code)))
  return failure(isLate ? 'timeout' : 'network', detail)
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

function failure(reason: FetchFailureReason, detail: string): FetchFailure {
  return { ok: false, reason, detail: detail.slice(0, 300) }
}
