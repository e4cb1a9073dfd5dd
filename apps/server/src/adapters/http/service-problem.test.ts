import { expect, test } from 'vitest'
import type { FetchAnswer } from './guarded-fetch.ts'
import { serviceFailure } from './service-problem.ts'

const answer = (status: number, body: object | string): FetchAnswer => ({
  ok: true,
  status,
  headers: new Map(),
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  url: 'https://service.example/',
})
const error = (message: string, code?: string | number) => ({ error: { message, code } })

test.each([
  ['OpenAI without credit', 429, error('You exceeded your current quota', 'insufficient_quota'), 'no_credit'],
  ['OpenAI with too many requests', 429, error('Rate limit reached', 'rate_limit_exceeded'), 'rate_limited'],
  ['DeepSeek without credit', 402, error('Insufficient Balance', 'invalid_request_error'), 'no_credit'],
  ['Meta with an old token', 400, error('Error validating access token', 190), 'wrong_key'],
  ['Meta with a private post', 400, error('Unsupported get request', 100), 'bad_request'],
  [
    'Google with a wrong key',
    400,
    error('API key not valid. Please pass a valid API key.', 400),
    'wrong_key',
  ],
  [
    'YouTube after its quota',
    403,
    error('The request cannot be completed because you have exceeded your quota.'),
    'no_credit',
  ],
  ['LM Studio', 400, { error: "'response_format.type' must be 'json_schema' or 'text'" }, 'bad_request'],
  ['a proxy', 502, '<html>Bad gateway</html>', 'server_error'],
])('%s', (_, status, body, problem) => {
  expect(serviceFailure(answer(status, body))).toMatchObject({
    problem,
    detail: expect.stringMatching(new RegExp(`^${status}: .`, 'u')),
  })
})

test('an answer below 400 is no failure, and a key is not repeated', () => {
  expect(serviceFailure(answer(200, {}))).toBeNull()
  const refused = answer(401, error('Incorrect API key provided: sk-secret.'))
  expect(serviceFailure(refused, 'sk-secret')?.detail).toBe('401: Incorrect API key provided: ….')
})
