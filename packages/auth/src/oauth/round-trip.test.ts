import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { settingsSchema } from '../settings.ts'
import { bindBrowser, readBrowser } from './round-trip.ts'

/** The cookie that the browser keeps when it leaves, and the hash that the server compares on return. */
async function leaveAndReturn(externalUrl: string, otherCookies = '') {
  const settings = settingsSchema.parse({ appName: 'Testbed', externalUrl, siteUrl: externalUrl })
  const app = Fastify()
  app.get('/leave', (request, reply) => reply.send(bindBrowser({ settings }, request, reply)))
  app.get('/return', (request, reply) => reply.send(readBrowser({ settings }, request) ?? 'unknown'))
  const left = await app.inject('/leave')
  const cookie = String(left.headers['set-cookie'])
  const [pair = ''] = cookie.split(';')
  const returned = await app.inject({ url: '/return', headers: { cookie: `${otherCookies}${pair}` } })
  return { cookie, value: left.body, returned: returned.body }
}

it('recognises the browser by a cookie that only this host can set over https', async () => {
  const planted = `sb-flow=${'x'.repeat(43)}; `
  const { cookie, value, returned } = await leaveAndReturn('https://antojo.example/auth/v1', planted)
  expect(cookie).toMatch(/^__Host-sb-flow=[\w-]{43}; /u)
  expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']))
  expect(cookie).not.toContain('Domain')
  expect(returned).toBe(value)
})

it('recognises it without TLS, on the service’s own path', async () => {
  const { cookie, value, returned } = await leaveAndReturn('http://127.0.0.1:8787/auth/v1')
  expect(cookie).toMatch(/^sb-flow=[\w-]{43}; /u)
  expect(cookie.split('; ')).toContain('Path=/auth/v1/')
  expect(returned).toBe(value)
})
