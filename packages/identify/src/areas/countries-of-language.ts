import type { GazetteerEntry } from './gazetteer.ts'
import type { TokenText } from '../text/tokens.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Function words that only one of the two languages has. */
const SPANISH = words(
  'el la los las de del que en y un una por con para pero como se lo es mi su muy al si ya mas este esta hay les nos',
)
const ENGLISH = words(
  'the and of to is it for with on that this you my so but was at we are they just not have has be if from our your',
)

const SPANISH_COUNTRIES = words('ES MX AR CO CL PE EC VE BO UY PY SV GT HN NI CR PA DO CU PR US')
const ENGLISH_COUNTRIES = words('GB US IE AU NZ CA')

/**
 * A language is recognised by at least `MIN_WORDS` of its function words, and `MIN_RATIO` times those of the other language.
 */
const MIN_WORDS = 2
const MIN_RATIO = 1.5

/** The countries where most people write the language of these texts; null when the language is unclear. */
export function countriesOfLanguage(texts: readonly TokenText[]): ReadonlySet<string> | null {
  const keys = texts.flatMap(({ wordKeys }) => wordKeys)
  const spanish = keys.filter((key) => SPANISH.has(key)).length
  const english = keys.filter((key) => ENGLISH.has(key)).length
  if (spanish >= MIN_WORDS && spanish > MIN_RATIO * english) return SPANISH_COUNTRIES
  return english >= MIN_WORDS && english > MIN_RATIO * spanish ? ENGLISH_COUNTRIES : null
}

/** A city that people mean even when its name is written like ordinary words. */
export const LARGE_CITY = 300_000

/**
 * Returns a test for areas: true when a name means only smaller cities where another language is written, and no other
 * cue points to their countries.
 */
export const isOtherLanguageArea =
  (spoken: ReadonlySet<string> | null, cued: ReadonlyMap<string, number>) =>
  (entries: readonly GazetteerEntry[]): boolean =>
    spoken !== null &&
    entries.every(
      ({ kind, country, population }) =>
        kind === 'city' && population < LARGE_CITY && !spoken.has(country) && !cued.has(country),
    )
