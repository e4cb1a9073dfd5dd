import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export type Language = 'es' | 'en'

/** The text of a message as people see it, its variables filled in. Throws for an unknown one and for plural forms. */
export type Texts = (key: string, variables?: Readonly<Record<string, string>>) => string

const MESSAGES = fileURLToPath(new URL('../packages/i18n/messages/', import.meta.url))

export function textsIn(language: Language): Texts {
  const files = globSync(`${MESSAGES}${language}*.json`)
  const catalogues = files.map((file) =>
    z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8'))),
  )
  const texts: Record<string, unknown> = Object.assign({}, ...catalogues)
  return (key, variables = {}) => {
    const text = texts[key]
    if (typeof text !== 'string') throw new Error(`No single text ${key} in ${language}`)
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
  }
}
