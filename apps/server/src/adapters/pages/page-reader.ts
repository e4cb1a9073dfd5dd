import { parseLink } from '@antojo/domain/links/link'
import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import type { KnownPlatform, Platform } from '@antojo/domain/platforms/platform'
import { AppError } from '../../core/app-error.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import type { FetchAnswer, FetchFailureReason, GuardedFetch } from '../http/guarded-fetch.ts'
import { parseFirstJson } from './json-values.ts'
import { type PagePace, type Reception, retryAfterMs } from './page-pace.ts'
import { createPageParser, type PageParser, type PreviewTags } from './page-parser.ts'
import { type PagePost, PLATFORM_PAGES } from './platform-pages.ts'
import { previewText, type PreviewText } from './preview-text.ts'

/** The facts about a post on its public page. */
export interface Page {
  /** The text for link previews, often truncated. */
  readonly preview: PreviewText
  readonly image?: string
  readonly video?: string
  /** The facts about the post in the page's own JSON; null when it has none. */
  readonly post: PagePost | null
}

/** Why a page gave no facts. */
export type PageFailure =
  | FetchFailureReason
  | 'switched_off'
  /** The platform refused recently, so it is backed off. */
  | 'resting'
  /** Too many pages are waiting for the rate limit. */
  | 'too_fast'
  | 'rate_limited'
  | 'consent'
  | 'sign_in'
  /** A check that the visitor is human. */
  | 'challenge'
  | 'refused_page'
  | 'not_found'
  | 'server_error'
  | 'no_text'

export type PageOutcome =
  | { readonly kind: 'found'; readonly page: Page }
  | { readonly kind: 'none'; readonly reason: PageFailure }

export interface PageRef {
  readonly platform: Platform
  readonly url: string
}

/** Reads the public page of a post, or of any website. */
export type PageReader = (ref: PageRef, signal: AbortSignal) => Promise<PageOutcome>

export interface PageReaderDeps {
  readonly fetch: GuardedFetch
  readonly budgets: Budgets
  readonly pace: PagePace
  /** False when the operator has turned off reading pages. */
  readonly isOn: boolean
  /** Called for each page that is read, with a provider name such as `TikTok page`. */
  readonly onCall: (call: ProviderCall) => void
}

const TIMEOUT_MS = 5_000
/** Bytes of text, decompressed. YouTube's pages have 1.4 MB, Facebook's up to 2 MB. */
const MAX_BYTES = 4 * 1024 ** 2

const SIGN_IN_PATH = /\/(?:login|accounts\/login|checkpoint)(?:[/.?]|$)/u
const CHALLENGE_TITLE = /^(?:just a moment|please wait|access denied|security check|un momento)\b/iu
const SIGN_IN_TITLE = /^(?:log ?in(?: [•·|–-] .*)?|log in or sign up.*|iniciar sesi[oó]n.*|entrar)$/iu
/** Titles of error pages and of pages that redirect. */
const EMPTY_TITLE = /^(?:error|page not found|redirecting\.*|sorry.*)$/iu

/**
 * Reads pages while they arrive, until the post's words are complete; after a limit it uses the part that has arrived.
 * It identifies itself as a bot, sends no cookies and solves no challenges: a page that requires more gives no facts.
 */
export function createPageReader(deps: PageReaderDeps): PageReader {
  return async (ref, signal) => {
    if (!deps.isOn) return none('switched_off')
    if (ref.platform === 'Other') return (await readInTurn(deps, ref, signal)).outcome
    return readPlatformPage(deps, { ...ref, platform: ref.platform }, signal)
  }
}

async function readPlatformPage(
  deps: PageReaderDeps,
  ref: PageRef & { readonly platform: KnownPlatform },
  signal: AbortSignal,
): Promise<PageOutcome> {
  const started = performance.now()
  const turn = await deps.pace.enter(ref.platform, signal).catch(() => 'too_fast' as const)
  const { outcome, reception } = turn === 'go' ? await readInTurn(deps, ref, signal) : unread(turn)
  deps.pace.leave(ref.platform, reception)
  deps.onCall({
    provider: `${ref.platform} page`,
    outcome: outcome.kind === 'found' ? 'ok' : outcome.reason,
    seconds: (performance.now() - started) / 1_000,
  })
  return outcome
}

interface Read {
  readonly outcome: PageOutcome
  readonly reception: Reception
}

async function readInTurn(deps: PageReaderDeps, ref: PageRef, signal: AbortSignal): Promise<Read> {
  try {
    const turn = { signal, destination: new URL(ref.url).host }
    return await deps.budgets.run('pageRead', () => readPage(deps.fetch, ref, signal), turn)
  } catch (error) {
    if (error instanceof AppError && error.code === 'overloaded') return unread('overloaded')
    if (signal.aborted) return unread('timeout')
    throw error
  }
}

async function readPage(fetch: GuardedFetch, ref: PageRef, signal: AbortSignal): Promise<Read> {
  const parts = createParts(ref)
  let decoder: TextDecoder | undefined
  const answer = await fetch({
    url: ref.url,
    headers: { accept: 'text/html', 'accept-language': 'es,en;q=0.7' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    onBody: (chunk, headers) => {
      decoder ??= decoderFor(headers.get('content-type'))
      return parts.parser.write(decoder.decode(chunk, { stream: true }))
    },
    signal,
  })
  if (!answer.ok) return unread(answer.reason, answer.reason === 'timeout' || answer.reason === 'network')
  const wall = wallOf(answer)
  if (wall) return wall
  return judge(ref, answer, { tags: parts.parser.end(answer.url), post: parts.post() })
}

/** The parser of a page, and the facts about the post that it has found. */
function createParts({ platform, url }: PageRef): {
  readonly parser: PageParser
  readonly post: () => PagePost | null
} {
  const link = parseLink(url)
  if (platform === 'Other' || link?.kind !== 'video')
    return { parser: createPageParser(null), post: () => null }
  const { mayHold, read } = PLATFORM_PAGES[platform]
  let post: PagePost | null = null
  const onScript = (script: string): 'more' | 'found' => {
    if (mayHold(script)) post = read(parseFirstJson(script), link.id) ?? post
    return post === null ? 'more' : 'found'
  }
  return { parser: createPageParser(onScript), post: () => post }
}

/** An answer that is not the page: too many requests, an error, or a URL for human checks or sign-in. */
function wallOf(answer: FetchAnswer): Read | null {
  const { status, headers } = answer
  if (status === 429) {
    return {
      outcome: none('rate_limited'),
      reception: { retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()) },
    }
  }
  const { hostname, pathname } = new URL(answer.url)
  if (hostname.startsWith('consent.')) return unread('consent', true)
  if (SIGN_IN_PATH.test(pathname)) return unread('sign_in', true)
  if (status === 401 || status === 403) return unread('refused_page', true)
  if (status >= 500) return unread('server_error', true)
  return status === 200 ? null : unread('not_found')
}

function judge(
  { platform }: PageRef,
  answer: FetchAnswer,
  { tags, post }: { readonly tags: PreviewTags; readonly post: PagePost | null },
): Read {
  const title = tags.title?.trim() ?? ''
  const preview = isPlaceholderTitle(title) ? {} : previewText(platform, tags)
  if (post === null && preview.title === undefined && preview.caption === undefined) {
    if (CHALLENGE_TITLE.test(title)) return unread('challenge', true)
    if (SIGN_IN_TITLE.test(title)) return unread('sign_in', true)
    return unread(answer.cut ?? 'no_text')
  }
  const { image, video } = tags
  const page = { preview, post, ...(image ? { image } : {}), ...(video ? { video } : {}) }
  return { outcome: { kind: 'found', page }, reception: 'welcome' }
}

function unread(reason: PageFailure, isUnwelcome = false): Read {
  return { outcome: none(reason), reception: isUnwelcome ? 'unwelcome' : 'unclear' }
}

function none(reason: PageFailure): PageOutcome {
  return { kind: 'none', reason }
}

const PLATFORM_NAMES = Object.keys(PLATFORM_DEFINITIONS).map((name) => name.toLowerCase())

/** True for a title that says nothing about the post although the page was read without an error. */
function isPlaceholderTitle(title: string): boolean {
  if ([CHALLENGE_TITLE, SIGN_IN_TITLE, EMPTY_TITLE].some((pattern) => pattern.test(title))) return true
  if (PLATFORM_NAMES.includes(title.toLowerCase())) return true
  return Object.values(PLATFORM_DEFINITIONS).some(({ placeholderTitles }) => placeholderTitles?.test(title))
}

function decoderFor(contentType: string | undefined): TextDecoder {
  const named = /charset=["']?([\w-]+)/iu.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named)
  } catch {
    return new TextDecoder()
  }
}
