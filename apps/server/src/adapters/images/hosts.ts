/** Where platforms and place services keep their pictures; the name itself and everything below it. */
const imageDomains = [
  'tiktokcdn.com',
  'tiktokcdn-us.com',
  'tiktokcdn-eu.com',
  'ibyteimg.com',
  'cdninstagram.com',
  'fbcdn.net',
  'fbsbx.com',
  'ytimg.com',
  'ggpht.com',
  'googleusercontent.com',
  'wikimedia.org',
]

const imageExtension = /\.(?:jpe?g|png|webp|gif|avif)$/iu

/** Spec §5: pictures are taken from known hosts or when their address ends like a picture's. */
export function isImageAddress(address: string, allowedHosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  const known = imageDomains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  return known || imageExtension.test(url.pathname) || allowedHosts.includes(url.host)
}
