import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const FIRST_SCRIPT = fileURLToPath(new URL('src/before-paint.ts', import.meta.url))
const ICON = fileURLToPath(new URL('public/icon.svg', import.meta.url))

/**
 * Inlines the first script and the icon into the page. A phone opens at most six connections, and each of these small files
 * would occupy one for a round trip while the code of the screen waits.
 */
export function inline(): Plugin {
  return {
    name: 'antojo-inline',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const [script, icon] = await Promise.all([firstScript(), readFile(ICON, 'utf8')])
        return html
          .replace(
            / src="\/src\/before-paint.ts"([^>]*>)/,
            (_address, rest: string) => `${rest}${script.replaceAll('</', String.raw`<\/`)}`,
          )
          .replace('href="/icon.svg"', `href="data:image/svg+xml,${encodeURIComponent(icon.trim())}"`)
      },
    },
  }
}

/** Bundles the first script and its imports into one function that defines no global. */
async function firstScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: FIRST_SCRIPT, output: { format: 'iife' } },
    },
  })
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const script = outputs.find((output) => output.type === 'chunk')
  if (!script) throw new Error('The first script was not built.')
  return script.code.trim()
}
