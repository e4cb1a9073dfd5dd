/** Spanish and English words for 0, 1, …; for 30, 40, …; and for 100, 200, …, 1000. */
const BELOW_30 =
  'cero/zero uno/un/una/one dos/two tres/three cuatro/four cinco/five seis/six siete/seven ocho/eight nueve/nine ' +
  'diez/ten once/eleven doce/twelve trece/thirteen catorce/fourteen quince/fifteen dieciseis/sixteen ' +
  'diecisiete/seventeen dieciocho/eighteen diecinueve/nineteen veinte/twenty veintiuno/veintiun/veintiuna ' +
  'veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'
const TENS =
  'treinta/thirty cuarenta/forty cincuenta/fifty sesenta/sixty setenta/seventy ochenta/eighty noventa/ninety'
const HUNDREDS =
  'cien/ciento/hundred doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas ' +
  'quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas ' +
  'novecientos/novecientas mil/thousand'

const valuesOf = (list: string, first: number, step: number): [word: string, value: number][] =>
  list.split(' ').flatMap((words, at) => words.split('/').map((word) => [word, first + at * step]))

const VALUES: Readonly<Record<string, number>> = Object.fromEntries([
  ...valuesOf(BELOW_30, 0, 1),
  ...valuesOf(TENS, 30, 10),
  ...valuesOf(HUNDREDS, 100, 100),
])

const MAX_WORDS = 8

/** A number and the words that spell it out: from `first` to `last`. */
export interface SpokenNumber {
  readonly value: number
  readonly first: number
  readonly last: number
}

/**
 * The number that begins with a word of a text: 'doscientos veintiuno' is 221, 'tres mil doscientos' 3200, 'one hundred
 * and five' 105. Null when the word is not a number. Keys are `nameKey`s.
 */
export function spokenNumber(keys: readonly string[], first: number): SpokenNumber | null {
  let [total, current, smallest] = [0, 0, Number.POSITIVE_INFINITY]
  let last = first - 1
  for (let i = first; i < Math.min(keys.length, first + MAX_WORDS); i++) {
    const key = keys[i] ?? ''
    const value = VALUES[key]
    if (value === undefined) {
      const ties = (key === 'y' || key === 'and') && last === i - 1 && last >= first
      if (ties && VALUES[keys[i + 1] ?? ''] !== undefined) continue
      break
    }
    if (value === 1000 || (value === 100 && current > 0 && current < 10)) {
      current = Math.max(1, current) * value
      if (value === 1000) [total, current] = [total + current, 0]
      smallest = value
    } else if (value < smallest && (current === 0 || value < magnitude(current))) {
      current += value
      smallest = magnitude(value)
    } else break
    last = i
  }
  return last < first ? null : { value: total + current, first, last }
}

/** The place value of the last digit that is not 0: 100 for 200, 10 for 220. */
function magnitude(value: number): number {
  return value % 100 === 0 ? 100 : value % 10 === 0 ? 10 : 1
}

/** The words for the numbers that occur in names. */
const WORDS = Map.groupBy(
  Object.keys(VALUES).filter((word) => (VALUES[word] ?? 0) <= 100),
  (word) => String(VALUES[word]),
)

/**
 * Other spellings of a key that contains a number: 'el trece' of 'el 13', 'el 13' of 'el trece'. Only the first number
 * is replaced; a key without a number has no other spellings.
 */
export function numberSpellings(key: string): string[] {
  const words = key.split(' ')
  for (const [at, word] of words.entries()) {
    const around = (spelled: string, size: number): string =>
      [...words.slice(0, at), spelled, ...words.slice(at + size)].join(' ')
    const written = WORDS.get(word)
    if (written !== undefined) return written.map((spelled) => around(spelled, 1))
    const spoken = VALUES[word] === undefined ? null : spokenNumber(words, at)
    if (spoken !== null) return [around(String(spoken.value), spoken.last - at + 1)]
  }
  return []
}
