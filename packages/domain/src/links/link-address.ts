/** How JSON and HTML write signs of a link, and the spaces of a name or an address, which may be "Calle 8 #12". */
const ESCAPED = /\\(?:\/|u0026|u003d|u002f)|&(?:amp;)+|&#(?:0?38|x26);| #?/giu
const SIGNS: Readonly<Record<string, string>> = {
  '\\/': '/',
  '\\u002f': '/',
  '\\u003d': '=',
  ' ': '%20',
  ' #': '%20%23',
}
const INVISIBLE = /[\p{C}\p{Z}]/u

/** A link without the escapes of the text around it, and with its own. */
export function unescaped(link: string): string {
  return link.replaceAll(ESCAPED, (sign) => SIGNS[sign.toLowerCase()] ?? '&')
}

/** The http(s) URL that a text is; null for any other text. */
export function urlOf(text: string): URL | null {
  let [from, to] = [0, text.length]
  while (from < to && INVISIBLE.test(text.charAt(from))) from += 1
  while (from < to && INVISIBLE.test(text.charAt(to - 1))) to -= 1
  const address = unescaped(text.slice(from, to))
  return /^https?:/iu.test(address) && URL.canParse(address) ? new URL(address) : null
}
