import { editDistance } from '@antojo/domain/spelling/edit-distance'
import { soundKey } from '@antojo/domain/spelling/phonetic-key'
import { STOP_WORDS, VENUE_WORDS } from '../text/words.ts'

/** A name of an area and the places there that carry it. */
export interface LocalName {
  /** The whole name, as `nameKey` makes it. */
  readonly key: string
  readonly words: readonly string[]
  readonly placeIds: readonly number[]
}

/** A text that was found although its spelling differs, with the number of letters that differ. */
export interface Similar<T> {
  readonly found: T
  readonly edits: number
}

/** The names of the places in one area, prepared to be looked for in posts. */
export interface LocalNames {
  readonly names: readonly LocalName[]
  /** Names that contain a word. */
  withWord(word: string): readonly LocalName[]
  /** Words of these names whose spelling or sound is close to that of `word`; `sound` is its `soundKey`. */
  similarWords(word: string, sound: string): readonly Similar<string>[]
  /** Names that equal the text when written without spaces, either whole or without generic words around them. */
  withJoined(joined: string): readonly LocalName[]
  /** Names whose first words equal the text when written without spaces. */
  withHead(joined: string): readonly LocalName[]
  /** Names whose spelling or sound without spaces is close to the text. */
  similarJoined(joined: string, sound: string): readonly Similar<LocalName>[]
}

/** Shorter texts have too many neighbours. */
const SHORTEST_SIMILAR = 4
const SHORTEST_TWO_EDITS = 8
const SHORTEST_HEAD = 4

/** The number of edits that a text of this length may have. */
const allowedEdits = (length: number): number =>
  length < SHORTEST_SIMILAR ? 0 : length < SHORTEST_TWO_EDITS ? 1 : 2

/** Prepares the names of an area; takes about 10 µs per name. */
export function localNames(rows: Iterable<readonly [placeId: number, key: string]>): LocalNames {
  const byKey = new Map<string, { key: string; words: string[]; placeIds: number[] }>()
  for (const [placeId, key] of rows) {
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { key, words: key.split(' '), placeIds: [placeId] })
    else known.placeIds.push(placeId)
  }
  const names = [...byKey.values()]
  const byWord = new Map<string, LocalName[]>()
  const byJoined = new Map<string, LocalName[]>()
  for (const name of names) {
    for (const word of new Set(name.words)) addTo(byWord, word, name)
    for (const joined of new Set([name.words.join(''), coreOf(name.words).join('')]))
      addTo(byJoined, joined, name)
  }
  const soundOf = new Map([...byWord.keys()].map((word) => [word, soundKey(word)]))
  const words = soundIndex([...soundOf].map(([word, sound]) => ({ of: word, written: word, sound })))
  const joinedNames = soundIndex(
    names.flatMap((name) =>
      [...new Set([name.words, coreOf(name.words)])].map((own) => ({
        of: name,
        written: own.join(''),
        sound: own.map((word) => soundOf.get(word) ?? word).join(''),
      })),
    ),
  )
  return {
    names,
    withWord: (word) => byWord.get(word) ?? [],
    similarWords: words,
    withJoined: (joined) => byJoined.get(joined) ?? [],
    withHead: (joined) => namesWithHead(joined, byWord),
    similarJoined: joinedNames,
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

const isKind = (word: string): boolean => VENUE_WORDS.has(word) || STOP_WORDS.has(word)

/** The words of a name without generic words and articles at either end; all when nothing else remains. */
export function coreOf(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !isKind(word))
  const last = words.findLastIndex((word) => !isKind(word))
  return first < 0 || last - first + 1 === words.length ? words : words.slice(first, last + 1)
}

/** Names whose first words, or first words after a generic one, equal the text when written without spaces. */
function namesWithHead(joined: string, byWord: ReadonlyMap<string, readonly LocalName[]>): LocalName[] {
  const found: LocalName[] = []
  if (joined.length < SHORTEST_HEAD) return found
  for (let length = 1; length <= joined.length; length++)
    for (const name of byWord.get(joined.slice(0, length)) ?? [])
      if (beginsWith(name.words, joined)) found.push(name)
  return found
}

function beginsWith(words: readonly string[], joined: string): boolean {
  const core = words.findIndex((word) => !isKind(word))
  return headEnds(words, 0, joined) || (core > 0 && headEnds(words, core, joined))
}

/** Whether some but not all words from `first` on equal the text, and more than one generic word is among them. */
function headEnds(words: readonly string[], first: number, joined: string): boolean {
  let rest = joined
  for (let i = first; i < words.length - 1; i++) {
    const word = words[i] ?? ''
    if (!rest.startsWith(word)) return false
    rest = rest.slice(word.length)
    if (rest === '') return !words.slice(first, i + 1).every(isKind)
  }
  return false
}

interface Sounding<T> {
  readonly of: T
  readonly written: string
  readonly sound: string
}

/** Finds texts by their sound within an edit or two. Only texts of similar length and letters are compared. */
function soundIndex<T>(all: readonly Sounding<T>[]): (text: string, sound: string) => Similar<T>[] {
  const byLength = new Map<number, { items: Sounding<T>[]; letters: number[]; pairs: number[] }>()
  for (const item of all) {
    const bucket = byLength.get(item.sound.length) ?? { items: [], letters: [], pairs: [] }
    byLength.set(item.sound.length, bucket)
    bucket.items.push(item)
    bucket.letters.push(lettersOf(item.sound))
    bucket.pairs.push(pairsOf(item.sound))
  }
  return (text, sound) => {
    const limit = allowedEdits(sound.length)
    if (limit === 0) return []
    const letters = lettersOf(sound)
    const pairs = pairsOf(sound)
    const found: Similar<T>[] = []
    for (let length = sound.length - limit; length <= sound.length + limit; length++) {
      const bucket = byLength.get(length)
      if (bucket === undefined) continue
      for (let i = 0; i < bucket.letters.length; i++) {
        if (bitCount((bucket.letters[i] ?? 0) ^ letters) > 2 * limit) continue
        if (bitCount((bucket.pairs[i] ?? 0) ^ pairs) > maxPairs(limit)) continue
        const item = bucket.items[i]
        if (item === undefined || item.written === text) continue
        const bound = Math.min(limit, allowedEdits(item.sound.length))
        if (editDistance(item.sound, sound, bound) > bound) continue
        found.push({ found: item.of, edits: editDistance(item.written, text, MAX_SOUND_EDITS) })
      }
    }
    return found
  }
}

/** The number of letters in which texts that sound alike may differ. */
const MAX_SOUND_EDITS = 3

/** The set of letters of a text as bits: texts a few edits apart differ in few of them. */
function lettersOf(text: string): number {
  let letters = 0
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) & 31)
  return letters
}

/** One edit changes at most six pairs of neighbours (a swap), two edits eight. */
const maxPairs = (limit: number): number => 4 + 2 * limit

/** The set of pairs of neighbouring letters of a text as bits. */
function pairsOf(text: string): number {
  let pairs = 0
  for (let i = 1; i < text.length; i++)
    pairs |= 1 << ((text.charCodeAt(i - 1) * 31 + text.charCodeAt(i) * 7) & 31)
  return pairs
}

function bitCount(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
