import type { TokenText } from '../text/tokens.ts'
import type { Claim } from './rivals.ts'

/**
 * The words of each text of a post in order. A word after the end of a phrase begins with `|`, a number is `0`, a
 * currency sign stands before its word, and the words of the account's name begin with `:`.
 */
export type PostWords = readonly (readonly string[])[]

export function postWords(texts: readonly TokenText[]): PostWords {
  return texts.map(({ source, text, tokens }) =>
    tokens.map(({ kind, key, gap, start }, i) => {
      const between = text.slice(tokens[i - 1]?.end ?? 0, start)
      const mark = gap === 'hard' && i > 0 ? '|' : ''
      const currency = /[$€£]/.exec(between)?.[0] ?? ''
      const word = kind === 'handle' ? '@' : key.replace(/^\d+$/, '0')
      return `${mark}${source === 'creator' ? ':' : currency}${word}`
    }),
  )
}

const withoutMark = (word: string): string => word.replace(/^\|/, '')

/** The inputs of a model of a whole post: each word and each pair of neighbours, once. */
export function wordsOfPost(words: PostWords): string[] {
  const found = new Set<string>()
  for (const text of words) {
    const plain = text.map(withoutMark)
    plain.forEach((word, i) => {
      found.add(word)
      const next = plain[i + 1]
      if (next !== undefined) found.add(`${word} ${next}`)
    })
  }
  return [...found]
}

/** The number of words on each side of a name that are read with their distance, and of those read without it. */
const NEAR = 3
const AROUND = 7

/** The inputs of a model of a name in a post: the words before and after it. */
export function wordsAround(words: PostWords, { text, first, last }: Claim): string[] {
  const all = words[text] ?? []
  if (all[0]?.startsWith(':') === true) return ['creator']
  const at = (i: number): string => (i < 0 || i >= all.length ? '^' : (all[i] ?? ''))
  const found: string[] = []
  for (let distance = 1; distance <= NEAR; distance++)
    found.push(`-${distance} ${at(first - distance)}`, `+${distance} ${at(last + distance)}`)
  found.push(`-2-1 ${at(first - 2)} ${at(first - 1)}`, `+1+2 ${at(last + 1)} ${at(last + 2)}`)
  found.push(`-3-2-1 ${at(first - 3)} ${at(first - 2)} ${at(first - 1)}`)
  found.push(`-1+1 ${at(first - 1)} ${at(last + 1)}`)
  for (let distance = 1; distance <= AROUND; distance++)
    found.push(`< ${withoutMark(at(first - distance))}`, `> ${withoutMark(at(last + distance))}`)
  return [...new Set(found)]
}

/** A linear model over words; the sum is in log-odds. */
export interface WordsModel {
  readonly bias: number
  readonly weight: Readonly<Record<string, number>>
}

/** Log-odds of a set of words. */
export function wordsScore({ bias, weight }: WordsModel, words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (Object.hasOwn(weight, word) ? (weight[word] ?? 0) : 0), bias)
}
