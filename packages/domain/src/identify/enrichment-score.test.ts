import { describe, expect, it } from 'vitest'
import {
  ENRICHMENT,
  enrichmentCap,
  enrichmentScore,
  MIN_CONFIDENCE,
  nameOverlap,
  nameOverlapWeight,
  popularityBonus,
  rankEnriched,
  retryRadius,
  usableHints,
} from './enrichment-score.ts'

const base = {
  name: 'Casa Ejemplo',
  nameHints: ['Casa Ejemplo'],
  geo: 0,
  website: 0,
  ratings: 0,
  anchored: true,
  restaurant: true,
}
const scored = (score: number, name: number) => ({ score, breakdown: { name, website: 0, geo: 0, pop: 0 } })

describe('enrichment scoring (spec §9)', () => {
  it.each([
    [1, 0.42],
    [0.8, 0.42],
    [0.79, 0.28],
    [0.5, 0.28],
    [0.49, 0.16],
    [0.25, 0.16],
    [0.24, 0],
    [0, 0],
  ])('weighs a name overlap of %d with %d', (overlap, weight) => {
    expect(nameOverlapWeight(overlap)).toBe(weight)
  })

  it.each([
    ['Casa Ejemplo', 'casa ejemplo', 1],
    ['Casa Ejemplo', 'CASA ÉJEMPLO', 1],
    ['Casa Ejemplo del Mar', 'Casa Otra', 0.5],
    ['Casa Ejemplo', 'Bar Otro', 0],
    ['', 'Bar', 0],
  ])('overlap of %j and %j is %d', (name, hint, overlap) => {
    expect(nameOverlap(name, hint)).toBe(overlap)
  })

  it.each([
    [0, 0],
    [25, 0.05],
    [50, 0.1],
    [5000, 0.1],
    [-3, 0],
  ])('%d ratings add %d', (ratings, bonus) => {
    expect(popularityBonus(ratings)).toBeCloseTo(bonus, 10)
  })

  it.each([
    ['nothing limits', {}, 1],
    ['no strong anchor', { anchored: false }, 0.6],
    ['not a restaurant', { restaurant: false }, 0.3],
    ['not a restaurant, no name hint', { restaurant: false, nameHints: [] }, 0.3],
    ['neither', { restaurant: false, anchored: false }, 0.3],
  ])('cap: %s', (_what, change, cap) => {
    expect(enrichmentCap({ ...base, ...change })).toBe(cap)
  })

  it('adds up and is cut at the cap', () => {
    const all = { ...base, geo: 1, website: 1, ratings: 900 }
    expect(enrichmentScore(all).score).toBeCloseTo(1, 10)
    expect(enrichmentScore({ ...all, anchored: false }).score).toBe(0.6)
    expect(enrichmentScore({ ...all, restaurant: false }).score).toBe(0.3)
    expect(enrichmentScore(base).breakdown).toEqual({ name: 0.42, website: 0, geo: 0, pop: 0 })
  })

  it('swaps a weak first for a second whose name matches better by 0.1', () => {
    expect(rankEnriched([scored(0.54, 0.16), scored(0.5, 0.28)])[0]?.score).toBe(0.5)
    expect(rankEnriched([scored(0.55, 0.16), scored(0.5, 0.28)])[0]?.score).toBe(0.55)
    expect(rankEnriched([scored(0.54, 0.2), scored(0.5, 0.28)])[0]?.score).toBe(0.54)
    expect(rankEnriched([scored(0.54, 0), scored(0.5, 0)])[0]?.score).toBe(0.54)
  })

  it('keeps three', () => {
    expect(rankEnriched([0.9, 0.8, 0.7, 0.6].map((s) => scored(s, 0.42)))).toHaveLength(3)
  })

  it('uses vision hints from 0.4 on', () => {
    expect(usableHints([{ confidence: 0.39 }, { confidence: 0.4 }])).toEqual([{ confidence: 0.4 }])
  })

  it('names the other constants of the spec', () => {
    expect(MIN_CONFIDENCE).toEqual({ add: 0.25, card: 0.2, background: 0.3, retry: 0.7 })
    expect(ENRICHMENT.capNonRestaurantWithoutNameHint).toBe(0.59)
    expect(ENRICHMENT.searchRadius).toBe(20_000)
    expect(ENRICHMENT.mostQueries).toBe(8)
    expect(ENRICHMENT.mostSynthesisedQueries).toBe(6)
    expect(retryRadius(10)).toBe(10_000)
  })
})
