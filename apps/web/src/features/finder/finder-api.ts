import { finderResponse, type FinderInput, type FinderResult } from '@antojo/contract/finder'
import type { FINDER_STEPS, StepEvent } from '@antojo/contract/ai-events'
import { transcribeResponse } from '@antojo/contract/transcribe'
import { m } from '@antojo/i18n/messages'
import { errorText } from '../../lib/api/error-text.ts'
import type { Services } from '../../lib/services.tsx'
import { streamed } from '../../entities/pipeline/pipeline-client.ts'

export type FinderStep = (typeof FINDER_STEPS)[number]
export type FinderSteps = Readonly<Partial<Record<FinderStep, StepEvent['state']>>>

export type FinderOutcome =
  | { readonly kind: 'found'; readonly results: readonly FinderResult[]; readonly framesBlocked: boolean }
  | { readonly kind: 'none'; readonly framesBlocked: boolean; readonly transcribed: boolean }
  | { readonly kind: 'error'; readonly message: string }

/** Spec §9: at most 90 seconds are listened to. */
const mostSeconds = 90

/** Sends the form to the server and tells its steps as they happen; never throws. */
export async function find(
  services: Services,
  input: FinderInput,
  onStep: (step: StepEvent) => void,
): Promise<FinderOutcome> {
  try {
    const [config, token] = await Promise.all([
      services.config(),
      services.session.accessToken().catch(() => null),
    ])
    const request = { action: 'find', input } as const
    const { status, body } = await streamed({ request, anonKey: config.anonKey, token, onStep })
    const answer = finderResponse.safeParse(body)
    if (!answer.success) return { kind: 'error', message: refusal(status, body) }
    const { results, frames_blocked: framesBlocked, transcribed } = answer.data
    return results.length > 0
      ? { kind: 'found', results, framesBlocked }
      : { kind: 'none', framesBlocked, transcribed }
  } catch {
    return { kind: 'error', message: errorText('network') }
  }
}

/** What is said in the video, for a second look when nothing was found; empty when nothing can be heard. */
export async function transcript(services: Services, url: string): Promise<string> {
  try {
    const { anonKey } = await services.config()
    const token = await services.session.accessToken().catch(() => null)
    const response = await fetch('/functions/v1/transcribe', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: anonKey,
        authorization: `Bearer ${token ?? anonKey}`,
      },
      body: JSON.stringify({ url, max_seconds: mostSeconds }),
    })
    const answer = transcribeResponse.safeParse(await response.json())
    return answer.success ? answer.data.text.trim() : ''
  } catch {
    return ''
  }
}

function refusal(status: number, body: unknown): string {
  const code = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (code === 'internal') return m.find_failed()
  return errorText(typeof code === 'string' ? code : String(status), m.find_failed())
}
