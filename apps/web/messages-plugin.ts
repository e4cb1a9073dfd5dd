import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const compiler = fileURLToPath(new URL('../../packages/i18n/compile.mjs', import.meta.url))

/** Compiles the messages before a build and again whenever one of them is edited; in a build each is one expression. */
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

/** All that the app uses of the messages' runtime; the rest, for cookies and addresses, would come with every first load. */
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
 * Every message comes as three functions, of which the minifier leaves all: 2 kB on the first load. Two texts without
 * plural become one function; anything else stays as it is.
 */
function shortened(code: string): string {
  const [, name] = /^export const (\w+) = /m.exec(code) ?? []
  const [es, en, ...more] = [
    ...code.matchAll(/=> \{\n\treturn \/\*\* @type \{LocalizedString\} \*\/ \((`[^]*?`)\)\n\};/g),
  ].map(([, text]) => text)
  if (!name || !es || !en || more.length > 0) return code
  return `import { getLocale } from '../runtime.js'\nexport const ${name} = (i) => getLocale() === 'es' ? ${es} : ${en}\n`
}
