import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBudgets } from '../../core/budgets.ts'
import { unreadyReason } from './readiness.ts'
import { watchEventLoop } from '../../telemetry/event-loop.ts'

const ready = { wasBlocked: () => false }
const askDatabase = async () => undefined

describe('a node', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['request', 32, 5_000],
    ['outsideRequest', 80, 15_000],
  ] as const)('is not ready when nothing of %s has ended for a while', async (name, count, ms) => {
    const budgets = createBudgets({ rates: true })
    const ask = () => unreadyReason({ budgets, eventLoop: ready, askDatabase })
    const turns = Array.from({ length: count }, (_, host) =>
      budgets.tryEnter(name, { account: null, address: `198.51.${host}.1` }),
    )
    expect(turns).not.toContain(null)
    vi.advanceTimersByTime(ms)
    expect(await ask()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(await ask()).toBe(`all turns are taken (${name})`)
    turns[0]?.()
    expect(await ask()).toBeNull()
  })

  it('stays ready under load, while turns change hands', async () => {
    const budgets = createBudgets({ rates: true })
    const enter = (host: number) =>
      budgets.tryEnter('request', { account: null, address: `198.51.${host}.1` })
    const turns = Array.from({ length: 32 }, (_, host) => enter(host))
    for (let second = 0; second < 30; second += 1) {
      vi.advanceTimersByTime(1_000)
      turns.shift()?.()
      turns.push(enter(second))
      expect(await unreadyReason({ budgets, eventLoop: ready, askDatabase })).toBeNull()
    }
  })

  it('is not ready while the database does not answer', async () => {
    const budgets = createBudgets({ rates: true })
    const silent = () => new Promise<never>(() => undefined)
    const asked = unreadyReason({ budgets, eventLoop: ready, askDatabase: silent })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await asked).toBe('database too slow')
  })
})

it('is not ready for some seconds after it was blocked for two', { tags: 'slow' }, async () => {
  const eventLoop = watchEventLoop()
  expect(eventLoop.wasBlocked()).toBe(false)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_100)
  expect(eventLoop.wasBlocked()).toBe(true)
  await expect.poll(() => eventLoop.wasBlocked(), { timeout: 20_000 }).toBe(false)
  eventLoop.stop()
})
