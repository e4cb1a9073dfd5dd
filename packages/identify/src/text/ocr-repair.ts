import { nameKey } from '@antojo/domain/text'

/** Characters that optical recognition confuses with letters: figure or letter → letters it may stand for. */
const CONFUSED: Readonly<Record<string, readonly string[]>> = {
  '0': ['o'],
  '1': ['i', 'l'],
  '3': ['e'],
  '4': ['a'],
  '5': ['s'],
  '6': ['g'],
  '8': ['b'],
  '9': ['g'],
  '|': ['i', 'l'],
}

const MAX_VARIANTS = 6

const expand = (choices: readonly (readonly string[])[]): string[] => {
  let out = ['']
  for (const options of choices)
    out = out.flatMap((prefix) => options.map((o) => prefix + o)).slice(0, MAX_VARIANTS)
  return out
}

/**
 * Readings of a word with figures among its letters ('candi1ejas', 'P0LLO'), with a small l among capitals
 * ('DOMlCILIO') or with 'rn' for 'm'. Does not hold the word's own key; empty when nothing looks misread.
 */
export function repairedWords(word: string): string[] {
  const own = nameKey(word)
  const letters = Array.from(word).filter((c) => /\p{L}/u.test(c))
  const figures = Array.from(word).filter((c) => /\d/.test(c))
  if (letters.length === 0) return []
  const found = new Set<string>()
  const upper = letters.filter((c) => c !== c.toLowerCase()).length
  const loneSmallL =
    upper >= 2 && /l/.test(word) && letters.every((c) => c === 'l' || c === 'i' || c === c.toUpperCase())
  if ((figures.length > 0 && letters.length >= figures.length) || loneSmallL) {
    const choices = Array.from(word).map((c) => (loneSmallL && c === 'l' ? ['i', 'l'] : (CONFUSED[c] ?? [c])))
    for (const variant of expand(choices)) found.add(nameKey(variant))
  }
  for (const base of [own, ...found]) {
    if (base.includes('rn')) found.add(base.replace('rn', 'm'))
    if (base.includes('vv')) found.add(base.replace('vv', 'w'))
  }
  found.delete(own)
  found.delete('')
  return [...found].slice(0, MAX_VARIANTS)
}
