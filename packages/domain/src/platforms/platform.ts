import type { PlatformDefinition } from './definition.ts'
import { facebook } from './facebook.ts'
import { instagram } from './instagram.ts'
import { tiktok } from './tiktok.ts'
import { youtube } from './youtube.ts'

/** The platforms whose posts the product reads, in the order in which people see them. */
export const KNOWN_PLATFORMS = ['TikTok', 'Instagram', 'YouTube', 'Facebook'] as const
export type KnownPlatform = (typeof KNOWN_PLATFORMS)[number]

export const PLATFORM_DEFINITIONS: Readonly<Record<KnownPlatform, PlatformDefinition>> = {
  TikTok: tiktok,
  Instagram: instagram,
  YouTube: youtube,
  Facebook: facebook,
}

/** Every page elsewhere is of `Other` (spec §3). */
export const PLATFORMS = [...KNOWN_PLATFORMS, 'Other'] as const
export type Platform = (typeof PLATFORMS)[number]

/** True for the domain itself and everything below it, and so never for a look-alike. */
export function isWithinDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

export function platformOfHost(host: string): Platform {
  const name = host.toLowerCase().replace(/\.$/u, '')
  const found = KNOWN_PLATFORMS.find((platform) =>
    PLATFORM_DEFINITIONS[platform].domains.some((domain) => isWithinDomain(name, domain)),
  )
  return found ?? 'Other'
}

/** Platform of a link; `Other` for a text that is no http(s) link. */
export function platformOfUrl(url: string): Platform {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed && /^https?:$/u.test(parsed.protocol) ? platformOfHost(parsed.hostname) : 'Other'
}
