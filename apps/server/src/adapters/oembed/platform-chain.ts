import type { OembedErrorCode } from '@antojo/contract/error-codes'
import type { Settings } from '../../config/config.ts'
import type { OembedSource } from '@antojo/domain/platforms/definition'
import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import { KNOWN_PLATFORMS, type KnownPlatform } from '@antojo/domain/platforms/platform'
import { parseJson } from '../http/fetch-body.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { metaOembed } from './meta.ts'
import { parseOembed } from './payload.ts'
import type { OembedProvider } from './port.ts'
import { requestEndpoint } from './request-endpoint.ts'

export type OembedSettings = Pick<
  Settings,
  'TIKTOK_OEMBED_URL' | 'YOUTUBE_OEMBED_URL' | 'META_OEMBED_URL' | 'META_ACCESS_TOKEN' | 'FALLBACK_OEMBED_URL'
>

/** The URLs of the oEmbed endpoints, by the name of their provider. */
export function oembedAddresses(settings: OembedSettings): Readonly<Record<string, string>> {
  const own = KNOWN_PLATFORMS.map((platform) => {
    const isGraph = PLATFORM_DEFINITIONS[platform].oembed.kind === 'graph'
    return [isGraph ? 'meta' : platform.toLowerCase(), oembedAddress(platform, settings)] as const
  })
  return { ...Object.fromEntries(own), fallback: settings.FALLBACK_OEMBED_URL }
}

/** The platform's own provider, then the generic one. When both fail, the failure of the platform is reported. */
export function createOembed(settings: OembedSettings, fetch: GuardedFetch): OembedProvider {
  const own = new Map<string, OembedProvider>(
    KNOWN_PLATFORMS.map((platform) => [platform, platformOembed(platform, settings, fetch)]),
  )
  const address = settings.FALLBACK_OEMBED_URL
  const fallback = address === 'off' ? null : openOembed(fetch, FALLBACK, address)
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

/** The setting of each platform. */
function oembedAddress(platform: KnownPlatform, settings: OembedSettings): string {
  const addresses: Readonly<Record<KnownPlatform, string>> = {
    TikTok: settings.TIKTOK_OEMBED_URL,
    Instagram: settings.META_OEMBED_URL,
    YouTube: settings.YOUTUBE_OEMBED_URL,
    Facebook: settings.META_OEMBED_URL,
  }
  return addresses[platform]
}

interface OpenSource extends Pick<Extract<OembedSource, { kind: 'open' }>, 'parameters' | 'isTextRefusal'> {
  readonly refusalCode: OembedErrorCode
}

/** A generic provider like noembed, which reports failures as `{"error": …}` with status 200. */
const FALLBACK: OpenSource = { refusalCode: 'oembed_fetch_failed' }

/**
 * A platform's oEmbed that needs no key. TikTok answers 400 and 404 for a post that is gone or private. YouTube answers
 * 401 (embedding off), 403 (private), 404 and 400 as plain text, and sometimes 200 with the text `Forbidden`.
 */
function openOembed(fetch: GuardedFetch, source: OpenSource, endpoint: string): OembedProvider {
  return async ({ url }, signal) => {
    const query = new URLSearchParams({ url, ...source.parameters })
    const answer = await requestEndpoint(fetch, `${endpoint}?${query.toString()}`, signal)
    if (!answer.ok) return { ok: false, code: 'oembed_fetch_failed', status: null, detail: answer.detail }
    const { status, body } = answer
    const detail = body.toString('utf8', 0, 200)
    if (status === 429 || status >= 500) return { ok: false, code: 'oembed_fetch_failed', status, detail }
    const json = status === 200 ? parseJson(body) : undefined
    const isRefused = status !== 200 || (source.isTextRefusal === true && json === undefined)
    if (isRefused) return { ok: false, code: source.refusalCode, status, detail }
    const oembed = parseOembed(json, url)
    return oembed ? { ok: true, oembed } : { ok: false, code: 'invalid_oembed_payload', status, detail }
  }
}
