import en from '../messages/en.creators.json' with { type: 'json' }
import es from '../messages/es.creators.json' with { type: 'json' }

/** The command line reads these messages from their source, because it also runs where they were never compiled. */
const MESSAGES = { es, en } as const

export type CreatorMapLanguage = keyof typeof MESSAGES
type Key = Exclude<keyof typeof es, '$schema'>

/** A text of a creator's map site. The text is plain: escape it for HTML. */
export function creatorMapText(
  language: CreatorMapLanguage,
  key: Key,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return MESSAGES[language][key].replace(/\{(\w+)\}/gu, (all, name: string) => String(values[name] ?? all))
}
