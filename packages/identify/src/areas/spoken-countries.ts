import type { GazetteerEntry } from './gazetteer.ts'
import type { TokenText } from '../text/tokens.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Small words that only one of the two languages has. */
const SPANISH = words(
  'el la los las de del que en y un una por con para pero como se lo es mi su muy al si ya mas este esta hay les nos',
)
const ENGLISH = words(
  'the and of to is it for with on that this you my so but was at we are they just not have has be if from our your',
)

const OF_SPANISH = words('ES MX AR CO CL PE EC VE BO UY PY SV GT HN NI CR PA DO CU PR US')
const OF_ENGLISH = words('GB US IE AU NZ CA')

/** Small words that make out a language, and how many times those of the other. */
const FEWEST = 2
const MORE = 1.5

/** The countries where people mostly write as these texts do; null when that is not told. */
export function spokenCountries(texts: readonly TokenText[]): ReadonlySet<string> | null {
  const keys = texts.flatMap(({ wordKeys }) => wordKeys)
  const spanish = keys.filter((key) => SPANISH.has(key)).length
  const english = keys.filter((key) => ENGLISH.has(key)).length
  if (spanish >= FEWEST && spanish > MORE * english) return OF_SPANISH
  return english >= FEWEST && english > MORE * spanish ? OF_ENGLISH : null
}

/** A city that people mean even when its name is written like ordinary words. */
export const LARGE_CITY = 300_000

/** Whether an area's name stands only for smaller cities where people write otherwise, and nothing tells of those countries. */
export const foreignTo =
  (spoken: ReadonlySet<string> | null, told: ReadonlyMap<string, number>) =>
  (entries: readonly GazetteerEntry[]): boolean =>
    spoken !== null &&
    entries.every(
      ({ kind, country, population }) =>
        kind === 'city' && population < LARGE_CITY && !spoken.has(country) && !told.has(country),
    )
