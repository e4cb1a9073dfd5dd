const GOOGLE = /^(?:(?:www|maps)\.)?google\.(?:com|[a-z]{2,3})(?:\.[a-z]{2})?$/u
const APPLE = /^(?:beta\.)?maps\.apple\.com$/u
const WAZE = /^(?:(?:www|ul)\.)?waze\.(?:com|to)$/u
const OSM = /^(?:www\.)?openstreetmap\.org$/u
const SHORT = /^(?:maps\.app\.goo\.gl|goo\.gl|maps\.apple|g\.page)$/u

/** The map whose places a host's links name, or `short` for a host of short links to them. */
export function mapOfHost(host: string): 'google' | 'apple' | 'waze' | 'osm' | 'short' | null {
  if (GOOGLE.test(host)) return 'google'
  if (APPLE.test(host)) return 'apple'
  if (WAZE.test(host)) return 'waze'
  if (OSM.test(host)) return 'osm'
  return SHORT.test(host) ? 'short' : null
}
