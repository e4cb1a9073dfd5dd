import { describe, expect, it } from 'vitest'
import { calibrated } from './calibrate.ts'

describe('calibrated', () => {
  it.each([
    [0, 0],
    [0.15, 0.22],
    [0.55, 0.66],
    [0.75, 0.8],
    [1, 0.99],
    [-1, 0],
    [2, 0.99],
    [Number.NaN, 0],
  ])('%d becomes %d', (p, confidence) => {
    expect(calibrated(p)).toBeCloseTo(confidence, 6)
  })

  it('never falls', () => {
    const values = Array.from({ length: 101 }, (_, i) => calibrated(i / 100))
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  })
})
