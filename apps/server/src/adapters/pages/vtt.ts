import type { GuardedFetch } from '../http/guarded-fetch.ts'

/** Words spoken in a video, and the second at which they begin. */
export interface Spoken {
  readonly second: number
  readonly text: string
}

const MAX_LINES = 2_000
const TIMES = /^(?:(?<hours>\d+):)?(?<minutes>\d{2}):(?<seconds>\d{2})[.,]\d{3}\s+-->/u

/**
 * The lines of WebVTT subtitles (https://www.w3.org/TR/webvtt1/). Automatic ones repeat each line while the next one
 * appears; a repeated line is left out.
 */
export function parseVtt(vtt: string): Spoken[] {
  const spoken: Spoken[] = []
  let second = 0
  let isCue = false
  for (const line of vtt.split(/\r?\n/u)) {
    const times = TIMES.exec(line)?.groups
    if (times) {
      second = Number(times['hours'] ?? 0) * 3_600 + Number(times['minutes']) * 60 + Number(times['seconds'])
      isCue = true
      continue
    }
    const text = line.replace(/<[^<>]*>/gu, '').trim()
    const isNew = text !== '' && spoken.at(-1)?.text !== text && spoken.at(-2)?.text !== text
    if (line === '') isCue = false
    else if (isCue && isNew) spoken.push({ second, text })
    if (spoken.length === MAX_LINES) break
  }
  return spoken
}

const MAX_BYTES = 1024 ** 2
const TIMEOUT_MS = 5_000

/**
 * Fetches and reads the WebVTT subtitles of a post; empty when they cannot be read. YouTube often sends an empty file.
 */
export async function fetchSpoken(
  fetch: GuardedFetch,
  url: string,
  signal: AbortSignal,
): Promise<readonly Spoken[]> {
  const answer = await fetch({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })
  return answer.ok && answer.status === 200 ? parseVtt(answer.body.toString('utf8')) : []
}
