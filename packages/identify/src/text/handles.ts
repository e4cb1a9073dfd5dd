import { nameKey } from '@antojo/domain/text'
import { FOOD_WORDS, STOP_WORDS, VENUE_WORDS } from './words.ts'

/** Affixes of handles that do not distinguish a place: generic words, country codes, 'oficial'. */
const AFFIXES = new Set(
  'oficial official ok mx ar es sv bo uy cl pe co us uk usa arg mex gt hn ca restaurant restaurante resto rest the el la los las de en in at by real tu su mi go eats food foodie dtf dtla sf la ny'.split(
    ' ',
  ),
)

const MIN_NAME = 4

/** True for an affix of a handle: a generic word, a country code, or an area (which the caller decides). */
const isAffix = (piece: string, isArea: (key: string) => boolean): boolean =>
  AFFIXES.has(piece) ||
  VENUE_WORDS.has(piece) ||
  STOP_WORDS.has(piece) ||
  FOOD_WORDS.has(piece) ||
  /^\d{1,4}$/.test(piece) ||
  isArea(piece)

/** The separators between the words of a handle: dots, lines, and capitals within it ('HunanCafe'). */
const SEPARATORS = /[._\s-]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{L})(?=\d)/u
const MAX_PARTS = 6
const MAX_KEYS = 20

/**
 * Keys that a handle, hashtag or account name may stand for, the most literal first: the whole, each beginning and end
 * that a separator marks ('changomango.mid' → 'changomango'), and each of these without affixes ('leopoldsmadison' with
 * the area 'madison' → 'leopolds').
 */
export function handleKeys(handle: string, isArea: (key: string) => boolean): string[] {
  const keys = new Set<string>()
  const parts = handle
    .split(SEPARATORS)
    .map(nameKey)
    .filter((p) => p !== '')
    .slice(0, MAX_PARTS)
  const whole = nameKey(handle.replace(/[._\s-]+/gu, '')).replaceAll(' ', '')
  if (whole.length < MIN_NAME) return []
  keys.add(whole)
  if (parts.length > 1) {
    addRun(keys, withoutHangers(parts, isArea))
    for (let size = parts.length; size > 0; size--) {
      addRun(keys, parts.slice(0, size))
      if (size < parts.length) addRun(keys, parts.slice(parts.length - size))
    }
  }
  for (const stem of [...keys].filter((k) => !k.includes(' '))) stripEnds(stem, isArea, keys)
  return [...keys].slice(0, MAX_KEYS)
}

function withoutHangers(parts: readonly string[], isArea: (key: string) => boolean): readonly string[] {
  let first = 0
  let last = parts.length
  while (last - first > 1 && isAffix(parts[last - 1] ?? '', isArea)) last--
  while (last - first > 1 && isAffix(parts[first] ?? '', isArea)) first++
  return parts.slice(first, last)
}

function addRun(keys: Set<string>, run: readonly string[]): void {
  addKey(keys, run.join(''))
  if (run.length > 1) addKey(keys, run.join(' '))
}

function addKey(keys: Set<string>, key: string): void {
  if (key.length >= MIN_NAME && !VENUE_WORDS.has(key) && !FOOD_WORDS.has(key)) keys.add(key)
}

function stripEnds(stem: string, isArea: (key: string) => boolean, keys: Set<string>): void {
  for (let cut = stem.length - 2; cut >= MIN_NAME; cut--) {
    if (isAffix(stem.slice(cut), isArea) && stem.length - cut > 1) {
      const rest = stem.slice(0, cut)
      addKey(keys, rest)
      for (const link of ['de', 'en', 'in', 'at'])
        if (rest.endsWith(link)) addKey(keys, rest.slice(0, -link.length))
    }
  }
  for (let cut = 2; cut <= stem.length - MIN_NAME; cut++) {
    if (isAffix(stem.slice(0, cut), isArea)) addKey(keys, stem.slice(cut))
  }
}

/** Areas at the start or end of a hashtag or handle, joined with other words ('madridfood', 'comerenrosario'). */
export function joinedAreaKeys(tag: string): string[] {
  const key = nameKey(tag).replaceAll(' ', '')
  const keys = new Set<string>([key])
  for (let size = 4; size < key.length; size++) {
    keys.add(key.slice(0, size))
    keys.add(key.slice(key.length - size))
  }
  return [...keys]
}
