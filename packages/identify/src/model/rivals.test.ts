import { describe, expect, it } from 'vitest'
import { FEATURES, type FeatureName } from '../features/feature-names.ts'
import { capOf, type Competitor, type Scored } from './rivals.ts'

function scored(first: number, features: Partial<Record<FeatureName, number>>): Scored {
  const competitor: Competitor = {
    id: `test:${first}`,
    name: `place ${first}`,
    lat: 40 + first / 100,
    lng: -3,
    x: FEATURES.map((name) => features[name] ?? (name === 'bits' ? 2 : 0)),
    cap: 1,
    claim: { text: 0, first, last: first, jam: `place${first}` },
  }
  return { competitor, score: 1 }
}

describe('capOf', () => {
  const elsewhere = scored(1, { otherAddress: 1 })
  const otherQuarter = scored(2, { neighbourhoodOther: 1 })

  it('leaves a place to a question when the post gives another address or part of the city', () => {
    expect(capOf(elsewhere, [elsewhere])).toBeLessThan(0.8)
    expect(capOf(otherQuarter, [otherQuarter])).toBeLessThan(0.8)
  })

  it('holds nothing against a place that the post says of another one it names', () => {
    const owner = scored(5, { number: 1, street: 1 })
    const neighbour = scored(6, { neighbourhoodOwn: 1 })
    expect(capOf(elsewhere, [elsewhere, owner])).toBe(1)
    expect(capOf(otherQuarter, [otherQuarter, neighbour])).toBe(1)
  })

  it('leaves a name without an area to a question, but for one that stands in capital letters', () => {
    const quiet = scored(1, { nowhere: 1, nowhereUnmarked: 1, caption: 1, spanWords: 2 })
    const loud = scored(1, { nowhere: 1, nowhereUnmarked: 1, caption: 1, spanWords: 2, upper: 1 })
    expect(capOf(quiet, [quiet])).toBeLessThan(0.8)
    expect(capOf(loud, [loud])).toBe(1)
  })
})
