import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import { isWithinDomain } from '@antojo/domain/platforms/platform'

/** Picture hosts of place services. */
const PLACE_PICTURE_DOMAINS = ['ggpht.com', 'googleusercontent.com', 'wikimedia.org']
const pictureDomains = [
  ...Object.values(PLATFORM_DEFINITIONS).flatMap((definition) => definition.pictureDomains),
  ...PLACE_PICTURE_DOMAINS,
]

const IMAGE_EXTENSION = /\.(?:jpe?g|png|webp|gif|avif)$/iu

/** True for pictures of platforms and place services, which the product also shows before a video is saved. */
export function isPlatformPicture(address: string): boolean {
  const host = webUrl(address)?.hostname
  return host !== undefined && pictureDomains.some((domain) => isWithinDomain(host, domain))
}

/** Spec §5: allows known picture hosts, and URLs with the file extension of a picture. */
export function isImageAddress(address: string): boolean {
  return isPlatformPicture(address) || IMAGE_EXTENSION.test(webUrl(address)?.pathname ?? '')
}

function webUrl(address: string): URL | null {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null
}
