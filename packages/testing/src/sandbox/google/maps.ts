import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'

/** The script that stands in for Google's map in a browser. The loader has created `google.maps` before it runs. */
export async function googleMapsScript(): Promise<string> {
  const source = await readFile(new URL('maps-script.ts', import.meta.url), 'utf8')
  const script = stripTypeScriptTypes(source).replaceAll(/^export /gm, '')
  return `(() => {\n${script}\ninstall(google)\n})()`
}
