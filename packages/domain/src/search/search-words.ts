import families from './search-families.json' with { type: 'json' }
import { nameKey } from '../text.ts'

interface Family {
  readonly words: readonly string[]
  /** The words that a word of it finds; the first line of a cuisine also finds those of its other lines. */
  readonly finds: readonly string[]
}

const lineOf = (line: string) => line.split(', ').map((word) => word.replace('~', ''))
const soughtOf = (lines: readonly string[]) =>
  lines.flatMap((line) => line.split(', ')).filter((word) => /^[a-z0-9]/u.test(word))

const FAMILIES: readonly Family[] = [
  ...Object.values(families.cuisines).flatMap((lines) =>
    lines.map((line, index) => ({ words: lineOf(line), finds: soughtOf(index === 0 ? lines : [line]) })),
  ),
  ...families.others.map((line) => ({ words: lineOf(line), finds: soughtOf([line]) })),
]
/** Longer ones first, so that "nueva york city" is not read as "nueva york". */
const COMPOUNDS = FAMILIES.flatMap(({ words }) => words)
  .filter((word) => word.includes(' '))
  .toSorted((a, b) => b.length - a.length)

/**
 * The words of a query as beginnings of words, each with those that mean the same: dishes, cuisines, emoji, nicknames of
 * cities. Those end with a space, unless still being typed. `search_videos` in the database reads the same families.
 */
export function searchWords(query: string): readonly (readonly string[])[] {
  let rest = ` ${nameKey(withNamesOfEmoji(query))} `
  const words: string[] = []
  for (const compound of COMPOUNDS)
    if (rest.includes(` ${compound} `)) {
      words.push(compound)
      rest = rest.replace(` ${compound} `, '  ')
    }
  const others = rest.split(' ').filter((word) => word !== '')
  const telling = [...words, ...others.filter((word) => !families.small_words.includes(word))]
  return (telling.length > 0 ? telling : others).map((word, index, all) => {
    const forms = [word, word.replace(/s$/u, ''), word.replace(/es$/u, '')]
    const kin = FAMILIES.filter((family) => forms.some((form) => family.words.includes(form)))
    if (kin.length === 0) return forms
    const kept = [...forms, ...kin.flatMap(({ finds }) => finds)]
    const whole = kept.flatMap((each) => [`${each} `, `${each}s `, `${each}es `])
    return index === all.length - 1 ? [word, ...whole] : whole
  })
}

/** Whether a text, as `nameKey` gives it, has each of the words or one that means the same, in any order. */
export function hasWords(key: string, words: readonly (readonly string[])[]): boolean {
  return words.every((alternatives) => alternatives.some((word) => ` ${key} `.includes(` ${word}`)))
}

function withNamesOfEmoji(query: string): string {
  return FAMILIES.flatMap(({ words }) => words.map((word) => [word, words[0] ?? ''] as const))
    .filter(([word]) => !/^[a-z0-9]/u.test(word))
    .reduce((text, [emoji, name]) => text.replaceAll(emoji, ` ${name} `), query)
}
