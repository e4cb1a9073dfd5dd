import { transcribeRequest, type transcribeResponse } from '@antojo/contract/transcribe'
import type { ProductApp } from '../../core/request-scope.ts'
import { departureOf } from '../../core/departure.ts'
import type { z } from 'zod'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import type { MediaPort } from '../../adapters/media/port.ts'
import type { PageReader } from '../../adapters/pages/page-reader.ts'
import type { SpeechPort } from '../../adapters/speech/port.ts'
import { AppError } from '../../core/app-error.ts'
import { timeouts } from '../../identify/evidence/timeouts.ts'
import { findPostLink } from '../../identify/evidence/find-link.ts'

export interface TranscribeDeps {
  readonly fetch: GuardedFetch
  readonly pages: PageReader
  readonly media: MediaPort
  readonly speech: SpeechPort
}

/** `POST /functions/v1/transcribe`: the speech in a post's clip. An empty text has a reason. */
export function transcribeRoutes(app: ProductApp, deps: TranscribeDeps): void {
  app.post(
    '/functions/v1/transcribe',
    { schema: { body: transcribeRequest }, config: { budget: 'transcribe' } },
    ({ body }, reply) => transcribe(deps, body, departureOf(reply)),
  )
}

/** The speech in the clip of a post. Ends early when the signal aborts. */
async function transcribe(
  deps: TranscribeDeps,
  { url, max_seconds: maxSeconds }: z.infer<typeof transcribeRequest>,
  left: AbortSignal,
): Promise<z.infer<typeof transcribeResponse>> {
  const found = await findPostLink(deps.fetch, url)
  if (!found.ok) throw new AppError(found.code, found.detail)
  if (!deps.speech.available) return { ok: false, text: '', reason: 'speech_unavailable' }
  const signal = AbortSignal.any([left, AbortSignal.timeout(timeouts.media + timeouts.transcribe)])
  const read = await deps.pages(found.link, signal)
  const videoUrl = read.kind === 'found' ? read.page.video : undefined
  const media = await deps.media.fetch(videoUrl ?? null, signal)
  if (media.kind === 'none') return { ok: false, text: '', reason: media.reason }
  try {
    const heard = await deps.speech.transcribe(media.file, { maxSeconds }, signal)
    return heard.kind === 'found'
      ? { ok: true, text: heard.text }
      : { ok: true, text: '', reason: heard.reason }
  } finally {
    await media.file.dispose()
  }
}
