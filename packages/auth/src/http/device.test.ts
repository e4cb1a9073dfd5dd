import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { nameDevices } from './device.ts'

async function cookieAt(externalUrl: string, cookie = ''): Promise<string> {
  const app = Fastify()
  nameDevices(app, { externalUrl })
  app.get('/', async () => ({ access_token: 'x' }))
  const { headers } = await app.inject({ url: '/', headers: { 'sec-fetch-mode': 'navigate', cookie } })
  return String(headers['set-cookie'])
}

it('the cookie of a device is for this host over https alone, and no script reads it', async () => {
  const parts = (await cookieAt('https://antojo.example/auth/v1')).split('; ')
  expect(parts[0]).toMatch(/^__Host-sb-device=[\w-]{43}$/u)
  expect(parts).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']))
})

it('has neither prefix nor Secure without TLS, where browsers would refuse it', async () => {
  expect(await cookieAt('http://127.0.0.1:8787/auth/v1')).toMatch(/^sb-device=[\w-]{43}; Path=\/;/u)
})

it('over https a cookie without the prefix names no device: a sibling domain may have planted it', async () => {
  const id = 'x'.repeat(43)
  const https = 'https://antojo.example/auth/v1'
  expect(await cookieAt(https, `sb-device=${id}`)).not.toContain(id)
  expect(await cookieAt(https, `a=b; __Host-sb-device=${id}`)).toContain(`__Host-sb-device=${id};`)
})
