interface PlatformFacts {
  /** Registered domains; all their subdomains belong to the platform too. */
  readonly domains: readonly string[]
  /** The letters on a card's badge (spec §2). */
  readonly badge: string
  /** The finder reads its videos well, so it shows no warning (spec-notes). */
  readonly isFinderReady: boolean
}

/** The platforms whose posts the product reads, in the order in which people see them. */
export const KNOWN_PLATFORMS = ['TikTok', 'Instagram', 'YouTube', 'Facebook'] as const
export type KnownPlatform = (typeof KNOWN_PLATFORMS)[number]

/** The facts that every screen needs; `definitions.ts` has the others. */
export const PLATFORM_FACTS: Readonly<Record<KnownPlatform, PlatformFacts>> = {
  TikTok: { domains: ['tiktok.com', 'tiktokv.com'], badge: 'TT', isFinderReady: true },
  Instagram: { domains: ['instagram.com', 'instagr.am'], badge: 'IG', isFinderReady: true },
  YouTube: { domains: ['youtube.com', 'youtube-nocookie.com', 'youtu.be'], badge: 'YT', isFinderReady: true },
  Facebook: {
    domains: ['facebook.com', 'fb.watch', 'fb.com', 'fb.me'],
    badge: 'FB',
    isFinderReady: false,
  },
}

/** The platform of pages on all other hosts (spec §3). */
export const PLATFORMS = [...KNOWN_PLATFORMS, 'Other'] as const
export type Platform = (typeof PLATFORMS)[number]

/** True for the domain and its subdomains, but not for look-alikes. */
export function isWithinDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

export function platformOfHost(host: string): Platform {
  const name = host.toLowerCase().replace(/\.$/u, '')
  const found = KNOWN_PLATFORMS.find((platform) =>
    PLATFORM_FACTS[platform].domains.some((domain) => isWithinDomain(name, domain)),
  )
  return found ?? 'Other'
}

/** The platform of a link; `Other` for a text that is not an http(s) link. */
export function platformOfUrl(url: string): Platform {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed && /^https?:$/u.test(parsed.protocol) ? platformOfHost(parsed.hostname) : 'Other'
}
