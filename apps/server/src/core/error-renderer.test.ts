import { isUnavailable, retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from './app-error.ts'
import { handleError } from './error-renderer.ts'

const sqlError = (code: string, message = 'secret detail'): Error =>
  Object.assign(new Error(message), { code })
const socketError = Object.assign(new Error('connect ECONNREFUSED'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
})

const app = Fastify()
const failures: Record<string, unknown> = {
  known: new AppError('rate_limited', 'Too many requests.', { retryAfter: 7 }),
  bug: new TypeError('secret detail'),
  thrown: 'a string',
  away: sqlError('57P01'),
  wrapped: new Error('outer', { cause: socketError }),
  slow: sqlError('57014'),
  denied: sqlError('42501'),
}

beforeAll(async () => {
  app.setErrorHandler(handleError)
  app.get<{ Params: { name: string } }>('/:name', ({ params }) => {
    throw failures[params.name]
  })
  await app.ready()
})
afterAll(() => app.close())

describe('handleError', () => {
  it.each([
    ['known', 429, 'rate_limited', '7'],
    ['bug', 500, 'internal', undefined],
    ['thrown', 500, 'internal', undefined],
    ['away', 503, 'database_unavailable', '5'],
    ['wrapped', 503, 'database_unavailable', '5'],
    ['slow', 504, 'timeout', undefined],
    ['denied', 403, 'forbidden', undefined],
  ])('%s is %i %s', async (name, status, error, retryAfter) => {
    const answer = await app.inject(`/${name}`)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, retryAfter])
    expect(answer.json()).toMatchObject({ ok: false, error, requestId: expect.any(String) })
    expect(answer.body).not.toContain('secret')
  })
})

describe('retryWhileUnavailable', () => {
  it('repeats while the database is unavailable, and gives up in time', async () => {
    let calls = 0
    const comesBack = async (): Promise<string> => {
      calls += 1
      if (calls < 3) throw sqlError('08006')
      return 'done'
    }
    expect(await retryWhileUnavailable(comesBack, 5_000)).toBe('done')
    await expect(retryWhileUnavailable(() => Promise.reject(sqlError('57P03')), 300)).rejects.toThrow(
      'secret',
    )
  })

  it('repeats no other failure', async () => {
    let calls = 0
    const broken = (): Promise<never> => {
      calls += 1
      return Promise.reject(sqlError('23505'))
    }
    await expect(retryWhileUnavailable(broken)).rejects.toThrow('secret')
    expect([calls, isUnavailable(new Error('nothing special'))]).toEqual([1, false])
  })
})
