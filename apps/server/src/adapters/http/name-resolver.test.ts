import { type NameServer, startNameServer } from '@antojo/testing/name-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Asker, runAs } from '../../core/asker.ts'
import { type Budgets, createBudgets } from '../../core/budgets.ts'
import { publicAddresses } from './address-guard.ts'
import { createNameResolver, type Resolve } from './name-resolver.ts'

const attacker: Asker = { account: null, address: '192.0.2.1' }
const visitor: Asker = { account: null, address: '198.51.100.1' }

let server: NameServer
let budgets: Budgets
let time: number
let resolve: Resolve

beforeEach(async () => {
  server = await startNameServer((name) => {
    if (name.startsWith('silent')) return 'silent'
    if (name === 'mixed.example.com') return ['93.184.216.34', '::1']
    return name === 'good.example.com' ? ['93.184.216.34', '2606:4700::1111'] : 'unknown'
  })
  budgets = createBudgets({ rates: true })
  // The cache takes 0 for no time.
  time = 1_000
  resolve = createNameResolver({ budgets, servers: [server.address], now: () => time })
})
afterEach(() => server.close())

const lookups = () => budgets.use().find(({ name }) => name === 'dnsLookup')

describe('looking up names', () => {
  it('finds the addresses of both families', async () => {
    expect(await resolve('good.example.com')).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  it('refuses a private IPv6 address beside a public IPv4 one', async () => {
    await expect(publicAddresses(resolve, 'mixed.example.com')).rejects.toThrow('private network')
  })

  it('answers others while the name servers of one asker are silent', async () => {
    const leaving = new AbortController()
    const slow = runAs(attacker, () =>
      Array.from({ length: 30 }, (_, index) => resolve(`silent${index}.example.com`, leaving.signal)),
    )
    const ended = Promise.allSettled(slow)
    await expect.poll(() => server.requests.length).toBeGreaterThan(0)
    expect(await runAs(visitor, () => resolve('good.example.com'))).toHaveLength(2)
    const silent = new Set(server.requests.filter((name) => name.startsWith('silent')))
    expect(silent.size).toBeLessThanOrEqual(8)
    leaving.abort(new Error('left'))
    expect((await ended).map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
      slow.map(() => 'Error: left'),
    )
    expect(lookups()).toMatchObject({ running: 0, queued: 0 })
  })

  it('times out on a silent name server', async () => {
    await expect(resolve('silent.example.com')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    expect(lookups()).toMatchObject({ running: 0 })
  })

  it('caches successes and failures for a short time', async () => {
    const missing = () => expect(resolve('none.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await missing()
    await resolve('good.example.com')
    const first = server.requests.length
    await missing()
    await resolve('good.example.com')
    expect(server.requests).toHaveLength(first)
    time += 31_000
    await missing()
    await resolve('good.example.com')
    expect(server.requests).toHaveLength(first * 2)
  })

  it('ends when its caller leaves, and caches nothing then', async () => {
    const leaving = new AbortController()
    const earlier = resolve('silent-too.example.com').catch(() => 'too late')
    const left = resolve('silent.example.com', leaving.signal)
    await expect.poll(() => server.requests.length).toBe(4)
    leaving.abort(new Error('left'))
    expect(await Promise.race([earlier, left.catch(String)])).toBe('Error: left')
    await earlier
    const again = resolve('silent.example.com', AbortSignal.abort(new Error('left again')))
    await expect(again).rejects.toThrow('left again')
  })
})
