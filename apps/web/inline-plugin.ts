import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Puts the first script and the icon into the page: a phone opens six connections at most, and each of these small files
 * would hold one up for a round trip while the code of the screen waits.
 */
export function inline(): Plugin {
  return {
    name: 'antojo-inline',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const [theme, icon] = await Promise.all([read('theme.js'), read('public/icon.svg')])
        return html
          .replace(/ src="\/theme.js"([^>]*>)/, (_address, rest: string) => `${rest}${theme}`)
          .replace('href="/icon.svg"', `href="data:image/svg+xml,${encodeURIComponent(icon.trim())}"`)
      },
    },
  }
}

function read(path: string): Promise<string> {
  return readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
}
