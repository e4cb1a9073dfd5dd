import { expect, it } from 'vitest'
import { confidenceCap, isOtherBusiness, SPEC_LIMITS } from './spec-limits.ts'

it.each([
  ['nothing limits', true, ['restaurant'], 1],
  ['no strong anchor', false, ['restaurant'], 0.6],
  ['not a restaurant', true, ['museum'], 0.3],
  ['neither', false, ['lodging', 'park'], 0.3],
])('cap: %s', (_what, anchored, types, cap) => {
  expect(confidenceCap({ anchored, types })).toBe(cap)
})

it.each([
  [['museum'], true],
  [['lodging', 'park'], true],
  [['lodging', 'restaurant'], false],
  [[], false],
])('types %j of other businesses: %s', (types, is) => {
  expect(isOtherBusiness(types)).toBe(is)
})

it('has the numbers of the spec', () => {
  expect(SPEC_LIMITS).toEqual({
    capWithoutAnchor: 0.6,
    capOtherBusiness: 0.3,
    backgroundConfidence: 0.3,
    retryConfidence: 0.7,
    finderConfidence: 0.7,
    maxOptions: 3,
    maxFinderResults: 3,
    maxFinderPhrases: 5,
    searchRadiusKm: 20,
    transcriptionSeconds: 90,
  })
})
