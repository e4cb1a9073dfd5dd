import { execFile, spawn } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Platform } from '@antojo/domain/platforms/platform'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import { defined } from '@antojo/domain/unknown-values'
import { endGroup } from '../decoder/decoding-process.ts'
import { parseJson } from '../http/fetch-body.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { makeMediaFile } from '../media/media-file.ts'
import type { MediaFile } from '../media/port.ts'
import { storableText } from '../oembed/payload.ts'
import type { PageRef } from './page-reader.ts'
import type { PagePost } from './platform-pages.ts'
import { fetchSpoken } from './vtt.ts'

/** For the whole run, video file included; shorter than the time for reading a post. */
const TIMEOUT_MS = 35_000
/** The JSON of a video with many formats has up to 1 MB. */
const MAX_OUTPUT_BYTES = 8 * 1024 ** 2
const MAX_TEXT = 20_000
const MAX_DETAIL = 2_000
/** Limits files to 60 MB: `ulimit -f` counts blocks of 512 bytes. */
const LIMITED = 'ulimit -f 122880; exec "$@"'
/** The PATH on which yt-dlp finds Python and FFmpeg. */
const PROGRAMS = '/usr/local/bin:/usr/bin:/bin'

export interface ToolPost {
  readonly post: PagePost
  readonly image?: string
  /** The smallest video file; the caller disposes of it. */
  readonly file: MediaFile | null
}

/** Reads a post; null when the tool finds nothing. */
export type YtDlp = (ref: PageRef, signal: AbortSignal) => Promise<ToolPost | null>

export interface YtDlpOptions {
  /** Path of the operator's own yt-dlp. */
  readonly path: string
  /** Whether to fetch the video file as well. */
  readonly withMedia: boolean
  readonly fetch: GuardedFetch
  readonly onCall: (call: ProviderCall) => void
  readonly log: Pick<Logger, 'warn'>
}

const text = storableText(MAX_TEXT).optional().catch(undefined)
const track = z.looseObject({ ext: z.string(), url: z.url() })
const tracks = z.record(z.string(), z.array(track).catch([])).catch({})
const infoShape = z.looseObject({
  id: z.string(),
  title: text,
  description: text,
  uploader: text,
  channel: text,
  uploader_id: text,
  location: text,
  thumbnail: z.url().optional().catch(undefined),
  subtitles: tracks,
  automatic_captions: tracks,
})
type Info = z.infer<typeof infoShape>

/**
 * Runs the operator's own yt-dlp, which can read posts whose pages give a server nothing. It makes its requests itself,
 * so it gets only canonical URLs of posts, an empty environment, and limits of time, output and file size.
 */
export function createYtDlp({ path, withMedia, fetch, onCall, log }: YtDlpOptions): YtDlp {
  return async ({ platform, url }, signal) => {
    const file = await makeMediaFile()
    const started = performance.now()
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const printed = await runTool(path, { url, file: withMedia ? file.path : null, signal: limited })
    const info = infoShape.safeParse(parseJson(Buffer.from(printed.output))).data
    const outcome = info ? 'ok' : outcomeOf(printed)
    onCall({ provider: 'yt-dlp', outcome, seconds: (performance.now() - started) / 1_000 })
    if (!info) {
      await file.dispose()
      log.warn({ url, reason: printed.problem ?? 'no JSON', detail: printed.detail }, 'yt-dlp read nothing')
      return null
    }
    const hasFile = withMedia && (await stat(file.path).catch(() => null)) !== null
    if (!hasFile) await file.dispose()
    const spoken = await subtitles(fetch, info, signal)
    return {
      post: postOf(platform, info, spoken),
      ...(info.thumbnail !== undefined && { image: info.thumbnail }),
      file: hasFile ? file : null,
    }
  }
}

/** The first line of the tool's version output; null when it does not run within `timeout` milliseconds. */
export async function ytDlpVersion(path: string, timeout: number): Promise<string | null> {
  const options = { timeout, killSignal: 'SIGKILL', maxBuffer: 64 * 1024, env: { PATH: PROGRAMS } } as const
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], options)
    return stdout.trim().split('\n')[0]?.slice(0, 40) ?? null
  } catch {
    return null
  }
}

function postOf(platform: Platform, info: Info, spoken: PagePost['spoken']): PagePost {
  const { title, description, location } = info
  return defined({
    // On other platforms the title is the beginning of the description, counters, or "Video by NAME".
    title: platform === 'YouTube' ? title : undefined,
    caption: description,
    ...authorOf(platform, info),
    location: location ? { name: location } : undefined,
    spoken,
  })
}

/** Each extractor fills these fields in its own way; most ids are numbers. */
function authorOf(
  platform: Platform,
  { uploader, channel, uploader_id: id }: Info,
): Pick<PagePost, 'author' | 'handle'> {
  const handles = {
    TikTok: uploader,
    YouTube: id?.startsWith('@') ? id.slice(1) : undefined,
    Instagram: channel,
    Facebook: undefined,
    Other: undefined,
  }
  const author = platform === 'TikTok' ? (channel ?? uploader) : (uploader ?? channel)
  return defined({ author, handle: handles[platform] })
}

/** The outcome in the words of metrics and `/admin`. */
function outcomeOf({ output, problem, detail }: Printed): string {
  if (problem === null || output !== '' || problem === TOO_MUCH) return 'bad_answer'
  if (problem.includes('SIGKILL')) return 'timeout'
  if (/\b429\b|rate-limit/iu.test(detail)) return 'rate_limited'
  if (/log ?in required|sign in|cookies/iu.test(detail)) return 'sign_in'
  return problem.startsWith('ended') ? 'not_found' : 'unreachable'
}

/** Prefers the author's subtitles to automatic ones, and Spanish and English to other languages. */
async function subtitles(fetch: GuardedFetch, info: Info, signal: AbortSignal): Promise<PagePost['spoken']> {
  const found = [info.subtitles, info.automatic_captions].flatMap((languages) => {
    const named = Object.entries(languages).toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    return named.flatMap(([, formats]) => formats.filter(({ ext }) => ext === 'vtt').slice(0, 1))
  })[0]
  if (!found) return undefined
  const spoken = await fetchSpoken(fetch, found.url, signal)
  return spoken.length > 0 ? spoken : undefined
}

function rankOf(language: string): number {
  const rank = ['es', 'en'].findIndex((known) => language === known || language.startsWith(`${known}-`))
  return rank === -1 ? 2 : rank
}

interface ToolRun {
  readonly url: string
  /** The path for the video file; null when only the JSON is needed. */
  readonly file: string | null
  readonly signal: AbortSignal
}

interface Printed {
  readonly output: string
  readonly problem: string | null
  /** The end of what it wrote to standard error. */
  readonly detail: string
}

const TOO_MUCH = 'too much output'

/** Runs the tool in a process group of its own, which ends with the time limit. */
async function runTool(path: string, { url, file, signal }: ToolRun): Promise<Printed> {
  const home = await makeMediaFile()
  const folder = dirname(home.path)
  const child = spawn('/bin/sh', ['-c', LIMITED, 'sh', path, ...argumentsFor(file), '--', url], {
    cwd: folder,
    env: { PATH: PROGRAMS, HOME: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = (): void => {
    endGroup(child.pid)
    // A program that left the group may keep these open.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const chunks: Buffer[] = []
  let size = 0
  let detail = ''
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_OUTPUT_BYTES) end()
    else chunks.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    detail = (detail + chunk.toString()).slice(-MAX_DETAIL)
  })
  const problem = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, killed) => resolve(code === 0 ? null : problemOf(code, killed)))
  })
  signal.removeEventListener('abort', end)
  end()
  await home.dispose()
  if (size > MAX_OUTPUT_BYTES) {
    if (file !== null) await rm(file, { force: true })
    return { output: '', problem: TOO_MUCH, detail }
  }
  return { output: Buffer.concat(chunks).toString('utf8'), problem, detail }
}

/** 126 and 127 are the shell's codes for a program that is missing or may not be run. */
function problemOf(code: number | null, killed: NodeJS.Signals | null): string {
  return code === 126 || code === 127 ? 'the program cannot be run' : `ended with ${killed ?? code}`
}

/**
 * Options of yt-dlp 2023 and later. The JSON is printed before the download, so that it is not lost when the download
 * fails.
 */
function argumentsFor(file: string | null): readonly string[] {
  const reading = ['--ignore-config', '--no-playlist', '--no-warnings', '--no-progress', '--no-cache-dir']
  const patience = ['--socket-timeout', '10', '--retries', '1', '--dump-json']
  if (file === null) return [...reading, ...patience]
  const smallest = ['--format', 'worst[vcodec!=none][acodec!=none]/worst', '--max-filesize', '60M']
  return [...reading, ...patience, '--no-simulate', ...smallest, '--no-part', '--output', file]
}
