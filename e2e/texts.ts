import en from '../packages/i18n/messages/en.json' with { type: 'json' }
import enScreens from '../packages/i18n/messages/en.screens.json' with { type: 'json' }
import es from '../packages/i18n/messages/es.json' with { type: 'json' }
import esScreens from '../packages/i18n/messages/es.screens.json' with { type: 'json' }

export type Language = 'es' | 'en'
export type MessageKey = keyof typeof es | keyof typeof esScreens

/** The text of a message as people see it, its variables filled in. Throws for a message with plural forms. */
export type Texts = (key: MessageKey, variables?: Readonly<Record<string, string>>) => string

export function textsIn(language: Language): Texts {
  const catalogue: Readonly<Record<string, unknown>> =
    language === 'es' ? { ...es, ...esScreens } : { ...en, ...enScreens }
  return (key, variables = {}) => {
    const text = catalogue[key]
    if (typeof text !== 'string') throw new Error(`${key} has several forms`)
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
  }
}
