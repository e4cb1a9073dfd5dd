import { oembedErrorCode } from '@antojo/contract/error-codes'
import { stepEvent } from '@antojo/contract/ai-events'
import type { Resolution } from '@antojo/identify/evidence'
import { z } from 'zod'
import { defined } from '@antojo/domain/unknown-values'
import type { PostEvidence } from '../evidence/post-evidence.ts'
import type { Analysis } from './run.ts'

/** Written by this program under its pipeline version, so this check only detects a row without a result. */
const post = z.custom<PostEvidence>(
  (value) => z.object({ texts: z.array(z.unknown()) }).safeParse(value).success,
)
const resolution = z.custom<Resolution>(
  (value) => z.object({ decision: z.string(), places: z.array(z.unknown()) }).safeParse(value).success,
)
const steps = z.array(stepEvent).catch([])

/** Older rows have the reason of a finished step in `found`. */
const FOUND_CODES = new Set(['no_text', 'no_audio', 'no_speech', 'used_up', 'switched_off'])

const failure = z.object({
  status: z.number().nullable(),
  detail: z.string(),
  blocked: z.enum(['private_address', 'redirect_loop']).nullable(),
})

/** The analysis in a row that is done. */
export function storedResult(row: { evidence: unknown; result: unknown; steps: unknown }): Analysis {
  return {
    kind: 'read',
    post: post.parse(row.evidence),
    resolution: resolution.parse(row.result),
    steps: knownSteps(row.steps),
  }
}

/** The failure in a row that failed. */
export function storedFailure(row: {
  error_code: string | null
  error_detail: string | null
  steps: unknown
}): Analysis {
  const { status, detail, blocked } = failure.parse(JSON.parse(row.error_detail ?? 'null'))
  const code = oembedErrorCode.parse(row.error_code)
  return {
    kind: 'unread',
    failure: { ok: false, code, status, detail },
    blocked,
    steps: knownSteps(row.steps),
  }
}

/** The text that `storedFailure` parses. */
export function failureText(analysis: Extract<Analysis, { kind: 'unread' }>): string {
  const { status, detail } = analysis.failure
  return JSON.stringify({ status, detail, blocked: analysis.blocked })
}

function knownSteps(value: unknown): Analysis['steps'] {
  return steps.parse(value).map(({ step, state, ms, found, reason }) => {
    const isCode = found !== undefined && reason === undefined && (state !== 'done' || FOUND_CODES.has(found))
    const told = isCode ? { reason: found } : { found, reason }
    return { step, state, ...defined({ ms, ...told }) }
  })
}
