import type { Platform } from '@antojo/domain/platforms/platform'
import type { OembedProvider } from './port.ts'

export interface OembedProviders {
  readonly tiktok: OembedProvider
  readonly youtube: OembedProvider
  readonly meta: OembedProvider
  readonly fallback: OembedProvider | null
}

/** The platform's own provider first, the generic one after its failure; the platform's failure is the one told. */
export function oembedByPlatform(providers: OembedProviders): OembedProvider {
  const own: Readonly<Record<Platform, OembedProvider | null>> = {
    TikTok: providers.tiktok,
    YouTube: providers.youtube,
    Instagram: providers.meta,
    Facebook: providers.meta,
    Other: null,
  }
  return async (target, signal) => {
    const first = await own[target.platform]?.(target, signal)
    if (first?.ok || (first && !providers.fallback)) return first
    const second = await providers.fallback?.(target, signal)
    if (second?.ok) return second
    return first ?? second ?? { ok: false, code: 'oembed_fetch_failed', status: null, detail: 'no provider' }
  }
}
