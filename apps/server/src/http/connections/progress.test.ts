import { expect, it } from 'vitest'
import { Progress } from './connection-guard.ts'

const BOUNDS = { windowMs: 10_000, minBytes: 1_000 }

it('detects a peer that sends next to nothing, but not a slow and steady one', () => {
  const trickling = new Progress(BOUNDS)
  const steady = new Progress(BOUNDS)
  const found: number[] = []
  for (let second = 0; second <= 60; second += 1) {
    if (trickling.isTooSlow(second * 1000, true, second * 10)) found.push(second)
    expect(steady.isTooSlow(second * 1000, true, second * 120)).toBe(false)
  }
  expect(found[0]).toBe(10)
})

it('ignores bytes of earlier windows', () => {
  const stalled = new Progress(BOUNDS)
  expect(stalled.isTooSlow(0, true, 0)).toBe(false)
  expect(stalled.isTooSlow(10_000, true, 1_000_000)).toBe(false)
  expect(stalled.isTooSlow(19_999, true, 1_000_000)).toBe(false)
  expect(stalled.isTooSlow(20_000, true, 1_000_000)).toBe(true)
})

it('never detects a peer without due bytes', () => {
  const idle = new Progress(BOUNDS)
  idle.isTooSlow(0, true, 0)
  expect(idle.isTooSlow(9_000, false, 0)).toBe(false)
  expect(idle.isTooSlow(60_000, true, 0)).toBe(false)
  expect(idle.isTooSlow(69_999, true, 0)).toBe(false)
})
