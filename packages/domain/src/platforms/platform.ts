/** The platforms of spec §3; everything else is `Other`. */
export const PLATFORMS = ['YouTube', 'TikTok', 'Instagram', 'Facebook', 'Other'] as const
export type Platform = (typeof PLATFORMS)[number]

const DOMAINS: readonly (readonly [domain: string, platform: Platform])[] = [
  ['youtube.com', 'YouTube'],
  ['youtube-nocookie.com', 'YouTube'],
  ['youtu.be', 'YouTube'],
  ['tiktok.com', 'TikTok'],
  ['instagram.com', 'Instagram'],
  ['instagr.am', 'Instagram'],
  ['facebook.com', 'Facebook'],
  ['fb.watch', 'Facebook'],
  ['fb.com', 'Facebook'],
  ['fb.me', 'Facebook'],
]

/** Platform by host name; only the registered domain and its subdomains count, so look-alike hosts are `Other`. */
export function platformOfHost(host: string): Platform {
  const name = host.toLowerCase().replace(/\.$/u, '')
  for (const [domain, platform] of DOMAINS) {
    if (name === domain || name.endsWith(`.${domain}`)) return platform
  }
  return 'Other'
}

/** Platform of a link; `Other` for a text that is no http(s) link. */
export function platformOfUrl(url: string): Platform {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed && /^https?:$/u.test(parsed.protocol) ? platformOfHost(parsed.hostname) : 'Other'
}
