import { describe, expect, it } from 'vitest'
import { COSTS } from './costs.ts'
import type { PlaceOption, Resolution } from './evidence.ts'
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
    const doubted = likely(0.98).map((each) => ({ ...each, isDoubted: true }))
    expect(choose([...doubted, ...likely(0.97, 0.7)], true).places).toEqual([1])
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
  const option = (confidence: number, isLocated: boolean): PlaceOption => ({
    place: { source: 's', sourceId: '1', name: 'La Mar', lat: 0, lng: 0, categories: [], cuisine: [] },
    confidence,
    why: [],
    isLocated,
  })
  const answer = (
    decision: Resolution['decision'],
    isLocated: boolean,
    ...all: readonly number[]
  ): Resolution => ({
    decision,
    places: all.map((confidence) => ({ ...option(confidence, isLocated), alternatives: [] })),
    mentions: [],
    queries: [],
  })
  const asked = answer('needs_confirmation', true, 0.3)
  const withAlternative = (confidence: number): Resolution => ({
    ...asked,
    places: asked.places.map((place) => ({ ...place, alternatives: [option(confidence, false)] })),
  })

  it.each([
    ['takes a sure place in an area of the post', answer('accepted', true, 0.89), 'accepted', 1],
    ['asks about a less sure one', answer('accepted', true, 0.85), 'needs_confirmation', 1],
    ['is silent about one that lies in no area of the post', answer('accepted', false, 0.93), 'weak_data', 0],
    ['takes such a place when it is surer', answer('accepted', false, 0.96), 'accepted', 1],
    ['leaves out what is less sure beside a sure place', answer('accepted', true, 0.95, 0.7), 'accepted', 1],
    [
      'asks what is likelier a place than not, all options together',
      withAlternative(0.26),
      'needs_confirmation',
      1,
    ],
    ['is silent about what is likelier nothing', withAlternative(0.24), 'weak_data', 0],
    ['accepts nothing that was asked', answer('needs_confirmation', true, 0.9), 'needs_confirmation', 1],
    ['is silent about what was silent', answer('weak_data', true), 'weak_data', 0],
  ] as const)('%s', (_, given, decision, count) => {
    const { places, ...told } = inSavedList(given)
    expect([told.decision, places.length]).toEqual([decision, count])
  })

  it('says that the data are insufficient, or keeps the reason that was told', () => {
    expect(inSavedList(answer('accepted', false, 0.9)).reason).toBe('insufficient_restaurant_data')
    const recipe = { ...answer('weak_data', true), reason: 'not_a_restaurant_post' } as const
    expect(inSavedList(recipe).reason).toBe('not_a_restaurant_post')
  })
})
