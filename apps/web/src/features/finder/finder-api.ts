import { finderResponse, type FinderInput, type FinderResult } from '@antojo/contract/finder'
import type { FINDER_STEPS, StepEvent } from '@antojo/contract/ai-events'
import { transcribeResponse } from '@antojo/contract/transcribe'
import { m } from '@antojo/i18n/messages'
import { errorCodeOf, fetchJson } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import type { Services } from '../../lib/services.tsx'
import { streamPipeline } from '../../entities/pipeline/pipeline-client.ts'

export type FinderStep = (typeof FINDER_STEPS)[number]
export type FinderSteps = Readonly<Partial<Record<FinderStep, StepEvent['state']>>>

export type FinderOutcome =
  | { readonly kind: 'found'; readonly results: readonly FinderResult[]; readonly framesBlocked: boolean }
  /** No sure match; `possible` are the places to ask about. */
  | {
      readonly kind: 'none'
      readonly possible: readonly FinderResult[]
      readonly framesBlocked: boolean
      readonly transcribed: boolean
    }
  | { readonly kind: 'error'; readonly message: string }

export type FinderAnswer = Exclude<FinderOutcome, { readonly kind: 'error' }>

/** Spec §9. */
const MAX_TRANSCRIBED_SECONDS = 90

/** Sends the form to the server and reports its steps as they happen. Never throws. */
export async function find(
  services: Pick<Services, 'request'>,
  input: FinderInput,
  onStep: (step: StepEvent) => void,
): Promise<FinderOutcome> {
  try {
    const request = { action: 'find', input } as const
    const { status, body } = await streamPipeline(services, request, { onStep })
    const answer = finderResponse.safeParse(body)
    if (!answer.success) return refusal(status, body)
    const { results, possible, frames_blocked: framesBlocked, transcribed } = answer.data
    return results.length > 0
      ? { kind: 'found', results, framesBlocked }
      : { kind: 'none', possible, framesBlocked, transcribed }
  } catch {
    return { kind: 'error', message: errorText('network') }
  }
}

/** The spoken words of the video, for a second search; empty when there are none or transcription fails. */
export async function transcript(services: Pick<Services, 'request'>, url: string): Promise<string> {
  try {
    const { text } = await fetchJson(services, transcribeResponse, '/functions/v1/transcribe', {
      method: 'POST',
      json: { url, max_seconds: MAX_TRANSCRIBED_SECONDS },
    })
    return text.trim()
  } catch {
    return ''
  }
}

/** Words of an error about pictures that another site does not share (spec §4). */
const FRAMES_BLOCKED = /\bcors\b|cross-origin|tainted/i

function refusal(status: number, body: unknown): FinderOutcome {
  if (FRAMES_BLOCKED.test(JSON.stringify(body)))
    return { kind: 'none', possible: [], framesBlocked: true, transcribed: true }
  const code = errorCodeOf(body)
  if (code === 'internal') return { kind: 'error', message: m.find_failed() }
  return { kind: 'error', message: errorText(code ?? String(status), m.find_failed()) }
}
