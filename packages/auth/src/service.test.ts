import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { authService } from './service.ts'
import { startAuth } from './testing/fixture.ts'

it.each(['', '/', '/auth/v1'])('serves under the prefix "%s"', async (prefix) => {
  const auth = await startAuth()
  const { url, db, keys } = auth
  const app = Fastify()
  await app.register(authService, {
    prefix,
    pool: db.pool,
    keys,
    settings: { externalUrl: url, siteUrl: url },
  })
  const statusAt = async (path: string) =>
    (await app.inject(`${prefix.replace(/\/$/u, '')}${path}`)).statusCode
  expect([await statusAt('/health'), await statusAt('/nothing')]).toEqual([200, 404])
  await app.close()
  await auth.close()
})
