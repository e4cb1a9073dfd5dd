import { isIP } from 'node:net'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * True when the service may send a browser to `candidate`: same scheme, host and port as the site
 * (any port on loopback), or a match of the allow-list. `*` matches within a label or path
 * segment, `**` across them. Hosts given as an address are refused unless loopback.
 */
export function isAllowedRedirect(candidate: string, siteUrl: string, allowList: readonly string[]): boolean {
  if (!URL.canParse(candidate) || hasControlCharacter(candidate)) return false
  const url = new URL(candidate)
  const site = new URL(siteUrl)
  if (
    url.protocol === 'javascript:' ||
    url.protocol === 'data:' ||
    url.username !== '' ||
    url.password !== ''
  )
    return false
  const loopback = LOOPBACK_NAMES.has(url.hostname)
  // WHATWG parsing turns decimal and hexadecimal hosts into dotted ones, so the original text is checked.
  const written = /^[a-z][a-z0-9+.-]*:\/\/([^/?#:]+)/i.exec(candidate)?.[1]
  if (/^(\d+|0x[0-9a-f]+)$/i.test(written ?? '')) return false
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0 && !loopback) return false
  if (
    url.protocol === site.protocol &&
    url.hostname === site.hostname &&
    (loopback || url.port === site.port)
  )
    return true
  const withoutFragment = candidate.split('#', 1)[0] ?? ''
  return allowList.some((glob) => globPattern(glob).test(withoutFragment))
}

function hasControlCharacter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- exactly these must not reach a Location header
  return /[\u0000-\u0020\u007f\\]/.test(text)
}

/** A glob as an anchored pattern; separators are "." and "/". */
function globPattern(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return part.replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
  })
  return new RegExp(`^${source}$`)
}
