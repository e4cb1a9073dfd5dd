import { createHmac, randomUUID } from 'node:crypto'
import type { SmsSender } from '@antojo/auth/accounts/ports'
import { z } from 'zod'
import { parseJson } from '../http/fetch-body.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { serviceFailure } from '../http/service-problem.ts'

interface SmsHook {
  readonly fetch: GuardedFetch
  readonly url: string
  readonly secret: string
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 16 * 1024
const SECOND_MS = 1_000

const delivered = z.object({ messageId: z.string().max(200).optional() })

/**
 * Hands short messages to the operator's web hook as `{to, text, channel}`, signed as https://www.standardwebhooks.com
 * says: HMAC-SHA256 over `id.timestamp.body`. Rejects when it answers with an error, or not within ten seconds.
 */
export function createSmsHook({ fetch, url, secret }: SmsHook): SmsSender {
  return {
    name: 'hook',
    send: async (sms) => {
      const body = JSON.stringify(sms)
      const id = `msg_${randomUUID()}`
      const timestamp = String(Math.floor(Date.now() / SECOND_MS))
      const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
      const answer = await fetch({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature}`,
        },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
        maxRedirects: 0,
      })
      const failure = serviceFailure(answer, secret)
      if (failure !== null) throw new Error(`SMS_URL: ${failure.problem} ${failure.detail}`)
      return (answer.ok && delivered.safeParse(parseJson(answer.body)).data) || {}
    },
  }
}
