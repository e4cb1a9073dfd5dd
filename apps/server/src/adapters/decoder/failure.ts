import { z } from 'zod'
import type { DecodingFailure, Reply } from './decoding-process.ts'

/** Why foreign bytes were not decoded. */
export interface DecodeFailure {
  readonly ok: false
  readonly reason: DecodingFailure | 'unreadable'
}

const refusal = z.object({ ok: z.literal(false), reason: z.enum(['too_large', 'unreadable']) })

/** The failure in a reply without the expected answer; an unknown shape means a broken decoder. */
export function failureOf(reply: Reply): DecodeFailure {
  if (!reply.ok) return reply
  const refused = refusal.safeParse(reply.head)
  return refused.success ? refused.data : { ok: false, reason: 'unreadable' }
}
