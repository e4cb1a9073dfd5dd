import { editDistance } from '../spelling/edit-distance.ts'
import { nameKey } from '../text.ts'

const MIN_LETTERS = 5

/** True for equal names, and when one contains the other: "Contramar" and "Restaurante Contramar". */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [nameKey(one), nameKey(other)]
  if (a === '' || b === '') return false
  const [fewer, more] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length)
  const isWithin =
    fewer?.every((word) => more?.includes(word)) === true && fewer.join('').length >= MIN_LETTERS
  return a === b || isWithin || editDistance(a, b, 1) <= (Math.min(a.length, b.length) >= MIN_LETTERS ? 1 : 0)
}
