import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import { KNOWN_PLATFORMS, type KnownPlatform } from '@antojo/domain/platforms/platform'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { fallbackOembed } from './fallback.ts'
import { metaOembed } from './meta.ts'
import { openOembed } from './open-endpoint.ts'
import type { OembedProvider } from './port.ts'

export interface OembedSettings {
  readonly TIKTOK_OEMBED_URL: string
  readonly YOUTUBE_OEMBED_URL: string
  readonly META_OEMBED_URL: string
  readonly META_ACCESS_TOKEN?: string | undefined
  /** `off` for none. */
  readonly FALLBACK_OEMBED_URL: string
}

/** The addresses that are asked for posts, by the name of their provider. */
export function oembedAddresses(settings: OembedSettings): Readonly<Record<string, string>> {
  const own = KNOWN_PLATFORMS.map((platform) => {
    const isGraph = PLATFORM_DEFINITIONS[platform].oembed.kind === 'graph'
    return [isGraph ? 'meta' : platform.toLowerCase(), oembedAddress(platform, settings)] as const
  })
  return { ...Object.fromEntries(own), fallback: settings.FALLBACK_OEMBED_URL }
}

/** The platform's own provider first, the generic one after its failure; the platform's failure is the one reported. */
export function createOembed(settings: OembedSettings, fetch: GuardedFetch): OembedProvider {
  const own = new Map<string, OembedProvider>(
    KNOWN_PLATFORMS.map((platform) => [platform, platformOembed(platform, settings, fetch)]),
  )
  const address = settings.FALLBACK_OEMBED_URL
  const fallback = address === 'off' ? null : fallbackOembed(fetch, address)
  return async (target, signal) => {
    const first = await own.get(target.platform)?.(target, signal)
    if (first?.ok || (first && !fallback)) return first
    const second = await fallback?.(target, signal)
    if (second?.ok) return second
    return first ?? second ?? { ok: false, code: 'oembed_fetch_failed', status: null, detail: 'no provider' }
  }
}

function platformOembed(
  platform: KnownPlatform,
  settings: OembedSettings,
  fetch: GuardedFetch,
): OembedProvider {
  const { oembed } = PLATFORM_DEFINITIONS[platform]
  const address = oembedAddress(platform, settings)
  if (oembed.kind === 'open') return openOembed(fetch, oembed, address)
  return metaOembed(fetch, {
    baseUrl: address,
    path: oembed.path,
    accessToken: settings.META_ACCESS_TOKEN ?? null,
  })
}

/** The setting where there is one, else what the definition says. */
function oembedAddress(platform: KnownPlatform, settings: OembedSettings): string {
  const { oembed } = PLATFORM_DEFINITIONS[platform]
  if (oembed.kind === 'graph') return settings.META_OEMBED_URL
  const set: Partial<Record<KnownPlatform, string>> = {
    TikTok: settings.TIKTOK_OEMBED_URL,
    YouTube: settings.YOUTUBE_OEMBED_URL,
  }
  return set[platform] ?? oembed.endpoint
}
