import type { AiRequest, ExtractVideoInput } from '@antojo/contract/ai'
import { m } from '@antojo/i18n/messages'
import type { Services } from '../../lib/services.tsx'
import type { AddOutcome } from './outcome.ts'
import type { PipelineOptions } from './pipeline-client.ts'

/**
 * Sends a link (or a confirmation, or a retry) through the pipeline. Never throws. The code that reads the stream,
 * which needs zod, loads on first use.
 */
export async function sendToPipeline(
  services: Pick<Services, 'request'>,
  request: AiRequest,
  options: PipelineOptions = {},
): Promise<AddOutcome> {
  try {
    const { callPipeline } = await import('./pipeline-client.ts')
    return await callPipeline(services, request, options)
  } catch {
    // Offline, the code cannot be loaded.
    return { kind: 'error', code: 'network', message: m.error_network(), video: null }
  }
}

/** The written words in a screenshot or clip; empty when there are none, null when it could not be read. */
export function readMedia(services: Services, file: Blob): Promise<string | null> {
  return import('./read-media.ts').then(
    (code) => code.readMedia(services, file),
    () => null,
  )
}

/** The contract's limit for a caption. */
const MAX_WORDS_LENGTH = 5000

/** The words around a pasted link as the person's hint; nothing when there are none. */
export function wordsAsHint(words: string): Pick<ExtractVideoInput, 'hints'> {
  return words === '' ? {} : { hints: { caption: words.slice(0, MAX_WORDS_LENGTH) } }
}

/** Failures after which another try of the same link may succeed without the person. */
const TEMPORARY_CODES: readonly string[] = [
  'network',
  'session_required',
  'session_expired',
  'database_unavailable',
  'overloaded',
  'rate_limited',
]

export function isTemporary(code: string): boolean {
  return TEMPORARY_CODES.includes(code)
}
