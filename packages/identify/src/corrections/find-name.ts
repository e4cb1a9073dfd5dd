import type { EvidenceText } from '../evidence.ts'
import { STOP_WORDS } from '../text/words.ts'
import { nameKey } from '@antojo/domain/text'

/** A position in a post's texts where a name occurs. */
export interface Occurrence extends Pick<EvidenceText, 'source' | 'second'> {
  readonly words: string
  /** True when a longer name may be meant: 'El Califa' in 'El Califa de León'. */
  readonly continues: boolean
}

interface Word {
  readonly text: string
  readonly key: string
  readonly start: number
  /** True when only blanks separate it from the word before. */
  readonly isJoined: boolean
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’‘`´]*/gu

/** Finds a name in the texts, written as one word or several. */
export function findName(
  name: string,
  texts: readonly EvidenceText[],
  areaWords: ReadonlySet<string>,
): Occurrence[] {
  const wanted = nameKey(name).replaceAll(' ', '')
  if (wanted === '') return []
  return texts.flatMap(({ source, text, second }) => {
    const words = wordsOf(text)
    return words.flatMap((word, first): Occurrence[] => {
      const last = endOfName(wanted, words, first)
      const end = last === null ? undefined : words[last]
      if (last === null || end === undefined) return []
      return [
        {
          source,
          words: text.slice(word.start, end.start + end.text.length),
          continues: isContinued(words, last, areaWords),
          ...(second === undefined ? {} : { second }),
        },
      ]
    })
  })
}

function wordsOf(text: string): Word[] {
  let end = 0
  return [...text.matchAll(WORD)].map((match): Word => {
    const isJoined = match.index > 0 && text.slice(end, match.index).trim() === ''
    end = match.index + match[0].length
    return { text: match[0], key: nameKey(match[0]).replaceAll(' ', ''), start: match.index, isJoined }
  })
}

/** The index of the last word when the words from `first` on spell the name; else null. */
function endOfName(wanted: string, words: readonly Word[], first: number): number | null {
  let written = ''
  for (let last = first; last < words.length && written.length < wanted.length; last += 1) {
    written += words[last]?.key ?? ''
    if (written === wanted) return last
    if (!wanted.startsWith(written)) return null
  }
  return null
}

/**
 * True when a capitalised word follows, directly or after 'de', 'the' and the like, that is not part of an area's name.
 */
function isContinued(words: readonly Word[], last: number, areaWords: ReadonlySet<string>): boolean {
  for (const word of words.slice(last + 1)) {
    if (!word.isJoined) return false
    if (!STOP_WORDS.has(word.key)) return /^\p{Lu}/u.test(word.text) && !areaWords.has(word.key)
  }
  return false
}
