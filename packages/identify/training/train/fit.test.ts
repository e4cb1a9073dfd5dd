import { describe, expect, it } from 'vitest'
import { linearScore } from '../../src/model/linear.ts'
import { treesScore } from '../../src/model/trees.ts'
import { wordsScore } from '../../src/model/words.ts'
import { fitLinear, type Example } from './fit-linear.ts'
import { fitTrees } from './fit-trees.ts'
import { fitWords, type WordsExample } from './fit-words.ts'

/** Every combination of two flags, several times, with a third value that carries no information. */
function examples(isRight: (a: number, b: number) => boolean): Example[] {
  return Array.from({ length: 80 }, (_, i) => {
    const [a, b, noise] = [i % 2, (i % 5) % 2, (i * 7) % 3]
    return { x: [a, b, noise], y: isRight(a, b) ? 1 : 0, weight: 1 }
  })
}

const OPTIONS = { trees: 30, depth: 2, rate: 0.3, ridge: 1, minSide: 0.1, features: 1, rows: 1 }

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

describe('regression over words', () => {
  const options = { ridge: 1, minTimes: 2, minWriters: 2 }
  const example = (words: string, y: number, writer: string): WordsExample => ({
    words: words.split(' '),
    y,
    known: 0,
    writer,
  })

  it('learns words that speak for an answer, and leaves out those of one writer', () => {
    const model = fitWords(
      ['a', 'b', 'c'].flatMap((writer) => [
        example('we ate there', 1, writer),
        example(`we cook here own-${writer}`, 0, writer),
        example(`we cook here own-${writer}`, 0, writer),
      ]),
      options,
    )
    expect(wordsScore(model, ['ate', 'unknown'])).toBeGreaterThan(wordsScore(model, ['cook']) + 1)
    expect(Object.keys(model.weight)).not.toContain('own-a')
  })

  it('learns only what is not known already', () => {
    const known = ['a', 'b', 'c', 'd'].map((writer) => ({ ...example('ate', 1, writer), known: 9 }))
    expect(Math.abs(fitWords(known, options).weight['ate'] ?? 0)).toBeLessThan(0.1)
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
