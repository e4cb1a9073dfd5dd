import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Asker, SYSTEM_ASKER } from './asker.ts'
import { FairQueue, type Release } from './fair-queue.ts'

const guest = (address: string): Asker => ({ account: null, address })
const BOUNDS = { maxAtOnce: 2, maxPerAsker: 1, maxQueued: 8, maxWaitMs: 10_000 }

function released(entered: Release | string): Release {
  if (typeof entered === 'string') throw new Error(`refused: ${entered}`)
  return entered
}

describe('a fair queue', () => {
  afterEach(() => void vi.useRealTimers())

  it('starts the work of a second asker before the backlog of the first', async () => {
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 1 })
    const order: string[] = []
    const first = released(await queue.enter(guest('192.0.2.1')))
    const waiting = ['192.0.2.1', '192.0.2.1', '198.51.100.7'].map(async (address) => {
      const release = released(await queue.enter(guest(address)))
      order.push(address)
      release()
    })
    first()
    await Promise.all(waiting)
    expect(order).toEqual(['192.0.2.1', '198.51.100.7', '192.0.2.1'])
    expect([queue.running, queue.queued]).toEqual([0, 0])
  })

  it('starts the work of another network before that of more accounts of the first', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 1, maxQueued: 16 })
    const order: string[] = []
    const first = released(await queue.enter({ account: 'a', address: '192.0.2.1' }))
    const waiting = ['a', 'b', 'c', 'd'].map(async (account) => {
      const address = account === 'd' ? '198.51.100.7' : '192.0.2.1'
      const release = released(await queue.enter({ account, address }))
      order.push(account)
      release()
    })
    vi.advanceTimersByTime(5_000)
    first()
    await Promise.all(waiting)
    expect(order).toEqual(['d', 'b', 'c', 'a'])
  })

  it('forgets within minutes what an asker has used', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 1 })
    const order: string[] = []
    const heavy = released(queue.tryEnter(guest('192.0.2.1')) ?? 'full')
    vi.advanceTimersByTime(20_000)
    heavy()
    vi.advanceTimersByTime(10 * 60_000)
    const running = released(queue.tryEnter(guest('203.0.113.1')) ?? 'full')
    const waiting = ['192.0.2.1', '198.51.100.7'].map(async (address) => {
      const release = released(await queue.enter(guest(address)))
      order.push(address)
      release()
    })
    running()
    await Promise.all(waiting)
    expect(order).toEqual(['192.0.2.1', '198.51.100.7'])
  })

  it('keeps half of the queue for other networks', async () => {
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 1, maxQueued: 8 })
    const end = released(queue.tryEnter(guest('203.0.113.1')) ?? 'full')
    const enter = (person: number) => queue.enter({ account: `a${person}`, address: '192.0.2.1' })
    const waiting = [1, 2, 3, 4].map(enter)
    expect(await enter(5)).toBe('full')
    const other = queue.enter(guest('198.51.100.7'))
    for (const entered of [...waiting, other]) void entered.then((release) => released(release)())
    end()
    await Promise.all([...waiting, other])
    await expect.poll(() => queue.running).toBe(0)
  })

  it('starts no more work of an asker with enough running work, even while places are free', async () => {
    const queue = new FairQueue(BOUNDS)
    const first = released(queue.tryEnter(guest('2001:db8:1:1::1')) ?? 'full')
    expect(queue.tryEnter(guest('2001:db8:1:1:ffff::2'))).toBeNull()
    expect(queue.tryEnter(guest('2001:db8:2:1::1'))).not.toBeNull()
    first()
    expect(queue.running).toBe(1)
    expect(queue.tryEnter(guest('2001:db8:1:1:ffff::2'))).not.toBeNull()
  })

  it('gives a /48 only a few times the share of one address', () => {
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 100 })
    const started = Array.from({ length: 20 }, (_, subnet) =>
      queue.tryEnter(guest(`2001:db8:1:${subnet.toString(16)}::1`)),
    ).filter((release) => release !== null)
    expect(started).toHaveLength(4)
  })

  it('refuses when the queue, or the asker’s part of it, is full', async () => {
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 1 })
    const end = released(await queue.enter(guest('192.0.2.1')))
    const own = [1, 2].map(() => queue.enter(guest('192.0.2.1')))
    expect(await queue.enter(guest('192.0.2.1'))).toBe('full')
    const others = Array.from({ length: 6 }, (_, host) => queue.enter(guest(`198.51.${host}.1`)))
    expect(await queue.enter(guest('203.0.113.1'))).toBe('full')
    end()
    for (const entered of [...own, ...others]) void entered.then((release) => released(release)())
    await Promise.all([...own, ...others])
    await expect.poll(() => queue.running).toBe(0)
  })

  it('ends the wait when the time is over or the caller has left', async () => {
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 1, maxWaitMs: 20 })
    const end = released(await queue.enter(guest('192.0.2.1')))
    const leaving = new AbortController()
    const left = queue.enter(guest('192.0.2.2'), { signal: leaving.signal })
    const late = queue.enter(guest('192.0.2.3'))
    leaving.abort()
    expect(await left).toBe('aborted')
    expect(await late).toBe('late')
    expect(await queue.enter(guest('192.0.2.2'), { signal: AbortSignal.abort() })).toBe('aborted')
    end()
    end()
    expect([queue.running, queue.queued]).toEqual([0, 0])
    expect(queue.tryEnter(guest('192.0.2.2'))).not.toBeNull()
  })

  it('keeps places for other destinations when one is slow, also for the same asker', async () => {
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 4, maxPerAsker: 4, maxPerDestination: 2 })
    const enter = (destination: string) => queue.enter(guest('192.0.2.1'), { destination })
    const slow = [released(await enter('slow')), released(await enter('slow'))]
    const waiting = enter('slow')
    const other = released(await enter('quick'))
    const late = released(await queue.enter(guest('192.0.2.2'), { destination: 'quick' }))
    const next = enter('quick')
    other()
    released(await next)()
    expect(queue.queued).toBe(1)
    for (const release of slow) release()
    released(await waiting)()
    late()
    expect([queue.running, queue.queued]).toEqual([0, 0])
  })

  it('leaves places to others when one network has many accounts', () => {
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 100, maxPerAsker: 10, maxPerNetwork: 24 })
    const started = Array.from({ length: 40 }, (_, person) =>
      queue.tryEnter({ account: `a${person % 20}`, address: '2001:db8:1:1::1' }),
    ).filter((release) => release !== null)
    expect(started).toHaveLength(24)
    expect(queue.tryEnter(guest('192.0.2.1'))).not.toBeNull()
  })

  it('counts heavy work as several places', () => {
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 10, maxPerAsker: 4 })
    const heavy = queue.tryEnter(guest('192.0.2.1'), 3.5)
    expect(queue.tryEnter(guest('192.0.2.1'), 1)).toBeNull()
    expect(queue.tryEnter(guest('192.0.2.1'), 0.5)).not.toBeNull()
    heavy?.()
    expect(queue.running).toBe(0.5)
    expect(queue.tryEnter(guest('192.0.2.1'), 3.5)).not.toBeNull()
  })

  it('measures how long it has been full without a release', async () => {
    const queue = new FairQueue(BOUNDS)
    expect(queue.stalledMs).toBe(0)
    const [first] = [queue.tryEnter(guest('192.0.2.1')), queue.tryEnter(guest('192.0.2.2'))]
    await expect.poll(() => queue.stalledMs).toBeGreaterThan(5)
    first?.()
    expect(queue.stalledMs).toBe(0)
    expect(queue.tryEnter(guest('192.0.2.3'))).not.toBeNull()
  })

  it('lets a job wait where it refuses requests', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const queue = new FairQueue({ ...BOUNDS, maxAtOnce: 1, maxQueued: 4 })
    const release = released(await queue.enter(guest('192.0.2.1')))
    const requests = Promise.all(
      Array.from({ length: 8 }, (_, network) => queue.enter(guest(`198.51.${network}.7`))),
    )
    const jobs = [SYSTEM_ASKER, { account: 'a', address: null }].map((asker) => queue.enter(asker))
    await vi.advanceTimersByTimeAsync(BOUNDS.maxWaitMs)
    expect(await requests).toEqual([...Array(4).fill('late'), ...Array(4).fill('full')])
    release()
    for (const job of jobs) released(await job)()
    const first = released(await queue.enter(guest('192.0.2.1')))
    const late = queue.enter(SYSTEM_ASKER)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await late).toBe('late')
    first()
    expect([queue.running, queue.queued]).toEqual([0, 0])
  })
})
