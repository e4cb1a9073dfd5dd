import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { addSecurityHeaders } from './security-headers.ts'

async function answersOf(https: boolean) {
  const app = Fastify()
  await addSecurityHeaders(app, { https, mapOrigins: () => [], googleMaps: false })
  app.get('/private', async () => ({ place: 'Contramar' }))
  app.get('/picture', async (_request, reply) => {
    void reply.header('cache-control', 'public, max-age=60')
    return ''
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (path: string) => (await fetch(url + path)).headers
  const answers = [await ask('/private'), await ask('/none'), await ask('/picture')] as const
  await app.close()
  return answers
}

it('every answer forbids sniffing of types, other sites and frames', async () => {
  for (const headers of await answersOf(true)) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const directives = headers.get('content-security-policy')?.split('; ') ?? []
    expect(directives).toEqual(
      expect.arrayContaining(["default-src 'none'", "object-src 'none'", "base-uri 'none'"]),
    )
    expect(directives).toContain("frame-ancestors 'none'")
    expect(headers.has('x-powered-by')).toBe(false)
  }
})

it('no cache stores an answer whose route does not allow it', async () => {
  const [secret, missing, picture] = await answersOf(true)
  expect(secret.get('cache-control')).toBe('no-store')
  expect(missing.get('cache-control')).toBe('no-store')
  expect(picture.get('cache-control')).toBe('public, max-age=60')
})

it('requires TLS of browsers only where the server has it', async () => {
  for (const headers of await answersOf(false)) expect(headers.has('strict-transport-security')).toBe(false)
})
