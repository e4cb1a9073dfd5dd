import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const compiler = fileURLToPath(new URL('../../packages/i18n/compile.mjs', import.meta.url))

/** Compiles the messages before a build and again after each edit; a build shortens each message to one expression. */
export function messages(): Plugin[] {
  return [
    {
      name: 'antojo-messages',
      buildStart: compile,
      handleHotUpdate({ file }) {
        if (/i18n\/messages\/.*\.json$/.test(file)) compile()
      },
    },
    {
      name: 'antojo-short-messages',
      apply: 'build',
      enforce: 'pre',
      load: { filter: { id: /\/i18n\/generated\/runtime\.js$/ }, handler: () => LANGUAGE_ONLY },
      transform: { filter: { id: /\/generated\/messages\// }, handler: shortened },
    },
  ]
}

/** The part of the messages' runtime that the app uses. The rest, for cookies and URLs, would add to every first load. */
const LANGUAGE_ONLY = `
let language = () => 'es'
export const getLocale = () => language()
export const overwriteGetLocale = (next) => { language = next }
export const experimentalStaticLocale = undefined
`

function compile(): void {
  execFileSync(process.execPath, [compiler], { stdio: 'inherit' })
}

/**
 * The compiler writes three functions for each message, and the minifier keeps them all, which adds 2 kB to the first load.
 * Merges the three functions of a message without plural forms into one; other messages stay as they are.
 */
function shortened(code: string): string {
  const [, name] = /^export const (\w+) = /m.exec(code) ?? []
  const [es, en, ...more] = [
    ...code.matchAll(/=> \{\n\treturn \/\*\* @type \{LocalizedString\} \*\/ \((`[^]*?`)\)\n\};/g),
  ].map(([, text]) => text)
  if (!name || !es || !en || more.length > 0) return code
  return `import { getLocale } from '../runtime.js'\nexport const ${name} = (i) => getLocale() === 'es' ? ${es} : ${en}\n`
}
