import { describe, expect, it } from 'vitest'
import { createPagePace, retryAfterMs } from './page-pace.ts'

const signal = new AbortController().signal

function paceAt(perMinute = 60) {
  let time = 1_000_000
  const waits: number[] = []
  const pace = createPagePace({
    perMinute,
    now: () => time,
    sleep: async (ms) => void waits.push(ms),
  })
  return { pace, waits, pass: (ms: number) => void (time += ms) }
}

describe('the pace of pages', () => {
  it('lets a few go at once, makes the next ones wait and refuses what would wait too long', async () => {
    const { pace, waits, pass } = paceAt()
    const turns: string[] = []
    for (let page = 0; page < 20; page += 1) turns.push(await pace.enter('TikTok', signal))
    expect(turns.filter((turn) => turn === 'go')).toHaveLength(14)
    expect(waits).toEqual([1_000, 2_000, 3_000])
    expect(turns.at(-1)).toBe('too_fast')
    expect(await pace.enter('YouTube', signal)).toBe('go')
    pass(10_000)
    expect(await pace.enter('TikTok', signal)).toBe('go')
  })

  it('rests for as long as the platform says', async () => {
    const { pace, pass } = paceAt()
    pace.leave('Instagram', { retryAfterMs: 90_000 })
    expect(await pace.enter('Instagram', signal)).toBe('resting')
    expect(await pace.enter('Facebook', signal)).toBe('go')
    pass(89_000)
    expect(await pace.enter('Instagram', signal)).toBe('resting')
    pass(1_000)
    expect(await pace.enter('Instagram', signal)).toBe('go')
  })

  it('rests after unwelcome answers in a row, longer each time, and not for single ones', async () => {
    const { pace, pass } = paceAt()
    const receive = (times: number): void => {
      for (let count = 0; count < times; count += 1) pace.leave('Instagram', 'unwelcome')
    }
    receive(4)
    expect(await pace.enter('Instagram', signal)).toBe('go')
    pace.leave('Instagram', 'welcome')
    receive(4)
    pace.leave('Instagram', 'unclear')
    expect(await pace.enter('Instagram', signal)).toBe('go')
    receive(3)
    pass(60_000)
    expect(await pace.enter('Instagram', signal)).toBe('go')
    receive(1)
    pass(60_000)
    expect(await pace.enter('Instagram', signal)).toBe('resting')
    pass(60_000)
    expect(await pace.enter('Instagram', signal)).toBe('go')
  })

  it('never rests for more than an hour', async () => {
    const { pace, pass } = paceAt()
    pace.leave('YouTube', { retryAfterMs: 1e12 })
    pass(3_600_000)
    expect(await pace.enter('YouTube', signal)).toBe('go')
  })
})

it.each([
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  ['yesterday', null],
  [undefined, null],
])('Retry-After: %s', (header, ms) => {
  expect(retryAfterMs(header, 0)).toBe(ms)
})
