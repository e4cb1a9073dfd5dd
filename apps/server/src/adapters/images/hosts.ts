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

/** True for pictures of platforms and place services, which the product shows without anybody having saved them. */
export function isPlatformPicture(address: string): boolean {
  const url = webUrl(address)
  if (!url) return false
  return imageDomains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
}

/** Spec §5: pictures are taken from known hosts or when their address ends like a picture's. */
export function isImageAddress(address: string): boolean {
  return isPlatformPicture(address) || imageExtension.test(webUrl(address)?.pathname ?? '')
}

function webUrl(address: string): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}
