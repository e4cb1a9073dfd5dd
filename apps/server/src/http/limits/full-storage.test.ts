import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { refuseWritesWhenFull } from './full-storage.ts'

it('a full disk refuses what would be saved, with the reason, and nothing else', async () => {
  let full = true
  const app = Fastify()
  refuseWritesWhenFull(app, { isFull: () => full })
  app.all('/*', async () => 'done')
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string) => {
    const answer = await app.inject({ method, url })
    return answer.statusCode === 200
      ? 'done'
      : `${answer.statusCode} ${answer.json<{ error: string }>().error}`
  }
  expect(await ask('POST', '/functions/v1/capture')).toBe('507 storage_full')
  expect(await ask('PATCH', '/rest/v1/videos')).toBe('507 storage_full')
  expect(await ask('POST', '/auth/v1/signup')).toBe('507 storage_full')
  expect(await ask('POST', '/auth/v1/token?grant_type=password')).toBe('done')
  expect(await ask('POST', '/rest/v1/rpc/search_videos')).toBe('done')
  expect(await ask('DELETE', '/rest/v1/videos')).toBe('done')
  expect(await ask('GET', '/rest/v1/videos')).toBe('done')
  full = false
  expect(await ask('POST', '/functions/v1/capture')).toBe('done')
})
