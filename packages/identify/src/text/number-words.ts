/** Spanish and English words for the numbers below a thousand. */
const VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  [
    '0 cero zero',
    '1 uno un una one',
    '2 dos two',
    '3 tres three',
    '4 cuatro four',
    '5 cinco five',
    '6 seis six',
    '7 siete seven',
    '8 ocho eight',
    '9 nueve nine',
    '10 diez ten',
    '11 once eleven',
    '12 doce twelve',
    '13 trece thirteen',
    '14 catorce fourteen',
    '15 quince fifteen',
    '16 dieciseis sixteen',
    '17 diecisiete seventeen',
    '18 dieciocho eighteen',
    '19 diecinueve nineteen',
    '20 veinte twenty',
    '21 veintiuno veintiun veintiuna',
    '22 veintidos',
    '23 veintitres',
    '24 veinticuatro',
    '25 veinticinco',
    '26 veintiseis',
    '27 veintisiete',
    '28 veintiocho',
    '29 veintinueve',
    '30 treinta thirty',
    '40 cuarenta forty',
    '50 cincuenta fifty',
    '60 sesenta sixty',
    '70 setenta seventy',
    '80 ochenta eighty',
    '90 noventa ninety',
    '100 cien ciento hundred',
    '200 doscientos doscientas',
    '300 trescientos trescientas',
    '400 cuatrocientos cuatrocientas',
    '500 quinientos quinientas',
    '600 seiscientos seiscientas',
    '700 setecientos setecientas',
    '800 ochocientos ochocientas',
    '900 novecientos novecientas',
    '1000 mil thousand',
  ].flatMap((line) => {
    const [value, ...words] = line.split(' ')
    return words.map((word) => [word, Number(value)])
  }),
)

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

/** Spanish and English words for the numbers that occur in names. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(VALUES)
    .filter(([, value]) => value <= 100)
    .reduce((all, [word, value]) => {
      const known = all.get(String(value)) ?? []
      return all.set(String(value), [...known, word])
    }, new Map<string, string[]>()),
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
