import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { trustedProxies } from './trusted-proxies.ts'

async function addressSeen(setting: string, peer: string, forwarded?: string): Promise<string> {
  const { settings } = readConfig({ TRUST_PROXY: setting })
  const app = Fastify({ trustProxy: trustedProxies(settings.TRUST_PROXY) })
  app.get('/', (request) => Promise.resolve(request.ip))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.inject({ url: '/', remoteAddress: peer, headers })).body
}

describe('the address of a visitor', () => {
  it.each([
    ['off', '127.0.0.1', '192.0.2.1', '127.0.0.1'],
    ['on', '127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['on', '::1', '2001:db8::1', '2001:db8::1'],
    ['on', '::ffff:10.1.2.3', '198.51.100.9, 192.0.2.1', '192.0.2.1'],
    ['1', '172.16.0.4', '198.51.100.9, 192.0.2.1', '192.0.2.1'],
    ['2', '10.0.0.1', '198.51.100.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
    ['10.0.0.0/8, 2001:db8:f::/48', '10.9.9.9', '192.0.2.1', '192.0.2.1'],
    ['10.0.0.0/8, 2001:db8:f::/48', '2001:db8:f:1::2', '192.0.2.1, 10.1.1.1', '192.0.2.1'],
    ['203.0.113.7', '203.0.113.7', '192.0.2.1', '192.0.2.1'],
  ])('with TRUST_PROXY=%s from %s for %s is %s', async (setting, peer, forwarded, seen) => {
    expect(await addressSeen(setting, peer, forwarded)).toBe(seen)
  })

  it.each([
    ['on', '203.0.113.5'],
    ['2', '2001:db8::5'],
    ['on', '100.64.0.1'],
    ['10.0.0.0/8', '127.0.0.1'],
    ['203.0.113.7', '203.0.113.8'],
  ])('is not what a peer that TRUST_PROXY=%s does not trust makes up, e.g. %s', async (setting, peer) => {
    expect(await addressSeen(setting, peer, '192.0.2.1')).toBe(peer)
  })

  it.each(['10.0.0.0/33', 'proxy', '10.0.0.0/8, nginx', '300.1.1.1', '11', '-1', ','])(
    'cannot be configured as %s',
    (setting) => {
      expect(() => readConfig({ TRUST_PROXY: setting })).toThrow(/TRUST_PROXY: .*address ranges/u)
    },
  )
})
