import { describe, expect, it } from 'vitest'
import { linearScore } from '../model/linear.ts'
import { treesScore } from '../model/trees.ts'
import { fitLinear, type Example } from './fit-linear.ts'
import { fitTrees } from './fit-trees.ts'

/** Every combination of two flags, several times, with a third value that says nothing. */
function examples(isRight: (a: number, b: number) => boolean): Example[] {
  return Array.from({ length: 80 }, (_, i) => {
    const [a, b, noise] = [i % 2, (i % 5) % 2, (i * 7) % 3]
    return { x: [a, b, noise], y: isRight(a, b) ? 1 : 0, weight: 1 }
  })
}

const OPTIONS = { trees: 30, depth: 2, rate: 0.3, ridge: 1, minSide: 0.1 }

describe('logistic regression', () => {
  it('learns which features speak for an answer, and which against it', () => {
    const model = fitLinear(
      examples((a, b) => a === 1 && b === 0),
      1,
    )
    expect(linearScore(model, [1, 0, 2])).toBeGreaterThan(0)
    for (const x of [
      [0, 0, 2],
      [0, 1, 2],
      [1, 1, 2],
    ])
      expect(linearScore(model, x)).toBeLessThan(0)
  })

  it('gives the log-odds of what it saw', () => {
    const rare = Array.from({ length: 100 }, (_, i) => ({ x: [1, i % 2], y: i < 10 ? 1 : 0, weight: 1 }))
    expect(linearScore(fitLinear(rare, 1), [1, 0])).toBeCloseTo(Math.log(10 / 90), 1)
  })
})

describe('boosted trees', () => {
  it('learn what depends on two features together', () => {
    const model = fitTrees(
      examples((a, b) => a !== b),
      OPTIONS,
    )
    expect(treesScore(model, [1, 0, 1])).toBeGreaterThan(1)
    expect(treesScore(model, [0, 1, 4])).toBeGreaterThan(1)
    expect(treesScore(model, [1, 1, 3])).toBeLessThan(-1)
    expect(treesScore(model, [0, 0, 0])).toBeLessThan(-1)
  })

  it('are the same after a way through JSON, and when learned again', () => {
    const learned = examples((a, b) => a !== b)
    const model = fitTrees(learned, OPTIONS)
    expect(JSON.parse(JSON.stringify(model))).toEqual(model)
    expect(fitTrees(learned, OPTIONS)).toEqual(model)
  })
})
