import en from '../messages/en.json' with { type: 'json' }
import enImports from '../messages/en.imports.json' with { type: 'json' }
import enPeople from '../messages/en.people.json' with { type: 'json' }
import es from '../messages/es.json' with { type: 'json' }
import esImports from '../messages/es.imports.json' with { type: 'json' }
import esPeople from '../messages/es.people.json' with { type: 'json' }

const MESSAGES = {
  es: { ...es, ...esImports, ...esPeople },
  en: { ...en, ...enImports, ...enPeople },
} as const

export type TableLanguage = keyof typeof MESSAGES

/** The headings of the table of places, in the order of its columns. */
export function placeTableHeadings(language: TableLanguage): readonly string[] {
  const texts = MESSAGES[language]
  return [
    texts.places_table_name,
    texts.places_table_cuisine,
    texts.places_table_address,
    texts.places_table_note,
    texts.places_table_visited,
    texts.places_table_lists,
    texts.places_table_videos,
    texts.places_table_phone,
    texts.places_table_website,
    texts.places_table_latitude,
    texts.places_table_longitude,
  ]
}

/** The stored cuisines, such as `Mexican, Seafood`, in words of the language. */
export function cuisinesIn(language: TableLanguage, cuisines: string): string {
  const texts: Readonly<Record<string, unknown>> = MESSAGES[language]
  return cuisines
    .split(', ')
    .map((key) => {
      const name = texts[`cuisine_${key.toLowerCase()}`]
      return typeof name === 'string' ? name : key
    })
    .join(', ')
}

/** The names of the lists that everybody has, by their kinds. */
export function builtInListNames(language: TableLanguage): Readonly<Record<string, string>> {
  const { lists_favorites: favorites, lists_want_to_try: want, lists_visited: visited } = MESSAGES[language]
  return { favorites, want_to_try: want, visited }
}
