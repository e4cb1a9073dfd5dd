import { describe, expect, it } from 'vitest'
import { COSTS } from './costs.ts'
import {
  ACCEPT_CONFIDENCE,
  ACCEPT_DOUBTED,
  askConfidence,
  choose,
  inSavedList,
  type Likelihood,
} from './decide.ts'

const likely = (...confidences: readonly number[]): Likelihood[] =>
  confidences.map((p) => ({ p, pIfLarge: p, isDoubted: false, evidence: 'located', isLocated: true }))

describe('choose', () => {
  it.each([
    ['takes a place when a wrong one is cheaper than a question', [0.97, 0.01], 'accepted', [0], [1]],
    ['takes every place that is sure', [0.99, 0.98, 0.3], 'accepted', [0, 1], [2]],
    ['asks when none is sure', [0.6, 0.3, 0.05, 0.02], 'needs_confirmation', [0], [1, 2]],
    ['asks when several together are likely', [0.2, 0.2, 0.2], 'needs_confirmation', [0], [1, 2]],
    ['offers nothing unlikely', [0.5, 0.001], 'needs_confirmation', [0], []],
    ['says nothing when all together are unlikely', [0.1, 0.05], 'weak_data', [], []],
    ['says nothing without a candidate', [], 'weak_data', [], []],
  ])('%s', (...[, confidences, decision, places, alternatives]) => {
    expect(choose(likely(...confidences), false)).toEqual({ decision, places, alternatives })
  })

  it('takes less certain places of a list beside a certain one', () => {
    expect(choose(likely(0.97, 0.7, 0.6), true)).toMatchObject({ decision: 'accepted', places: [0, 1] })
    expect(choose(likely(0.75, 0.75), true)).toMatchObject({ decision: 'needs_confirmation' })
  })

  it('takes a second place of a post about one only when it is surer', () => {
    expect(choose(likely(0.99, 0.9), false)).toMatchObject({ places: [0], alternatives: [1] })
    expect(choose(likely(0.99, 0.96), false)).toMatchObject({ places: [0, 1] })
  })

  it('asks about a place of a small index that it would ask about in a large one', () => {
    const small = likely(0.1).map((each) => ({ ...each, pIfLarge: 0.8 }))
    expect(choose(small, false)).toMatchObject({ decision: 'needs_confirmation', places: [0] })
  })

  it('takes a place against which the post says something only when it is surer', () => {
    const doubted = (p: number): Likelihood[] => likely(p).map((each) => ({ ...each, isDoubted: true }))
    expect(choose(doubted(ACCEPT_CONFIDENCE), false)).toMatchObject({ decision: 'needs_confirmation' })
    expect(choose(doubted(ACCEPT_DOUBTED), false)).toMatchObject({ decision: 'accepted' })
    expect(choose([...likely(0.97), ...doubted(ACCEPT_CONFIDENCE)], true).places).toEqual([0])
  })

  it('asks about a bare name only when it is likelier', () => {
    const bare = (p: number): Likelihood[] => likely(p).map((each) => ({ ...each, evidence: 'bare' }))
    expect(choose(bare(askConfidence('located')), false)).toMatchObject({ decision: 'weak_data' })
    expect(choose(likely(askConfidence('located')), false)).toMatchObject({ decision: 'needs_confirmation' })
    expect(choose(bare(askConfidence('bare')), false)).toMatchObject({ decision: 'needs_confirmation' })
  })

  it('decides by the least expected cost', () => {
    const wrong = (p: number): number => (1 - p) * COSTS.wrongPlace
    expect(wrong(ACCEPT_CONFIDENCE)).toBeCloseTo(COSTS.question)
    expect(askConfidence('located') * COSTS.missedPlace).toBeCloseTo(COSTS.question)
  })
})

describe('inSavedList', () => {
  const decided = (likelihoods: readonly Likelihood[]) => inSavedList(choose(likelihoods, true), likelihoods)
  const elsewhere = (p: number): Likelihood[] => likely(p).map((each) => ({ ...each, isLocated: false }))

  it.each([
    ['takes a sure place in an area of the post', likely(0.93), 'accepted', [0]],
    ['asks about a less sure one', likely(0.85), 'needs_confirmation', [0]],
    ['is silent about what is likelier nothing', likely(0.45), 'weak_data', []],
    ['is silent about one that lies in no area of the post', elsewhere(0.93), 'weak_data', []],
    ['takes such a place when it is surer', elsewhere(0.98), 'accepted', [0]],
    ['leaves out what is less sure beside a sure place', likely(0.95, 0.7), 'accepted', [0]],
    ['is silent about what was silent', likely(0.01), 'weak_data', []],
  ] as const)('%s', (_, likelihoods, decision, places) => {
    expect(decided(likelihoods)).toMatchObject({ decision, places })
  })
})
