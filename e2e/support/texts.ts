import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export type Language = 'es' | 'en'

/**
 * Returns the text of a message with its variables filled in; `n` selects the plural form. Throws for an unknown key.
 */
export type Texts = (key: string, variables?: Readonly<Record<string, string>>) => string

const MESSAGES = fileURLToPath(new URL('../../packages/i18n/messages/', import.meta.url))

const pluralMessage = z.tuple([z.looseObject({ match: z.record(z.string(), z.string()) })])

export function textsIn(language: Language): Texts {
  const files = globSync(`${MESSAGES}${language}*.json`)
  const catalogues = files.map((file) =>
    z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8'))),
  )
  const texts: Record<string, unknown> = Object.assign({}, ...catalogues)
  return (key, variables = {}) => {
    const message = texts[key]
    const plural = pluralMessage.safeParse(message)
    const rule = new Intl.PluralRules(language).select(Number(variables['n']))
    const text = plural.data ? (plural.data[0].match[`p=${rule}`] ?? plural.data[0].match['p=*']) : message
    if (typeof text !== 'string') throw new Error(`No text ${key} in ${language}`)
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
  }
}
