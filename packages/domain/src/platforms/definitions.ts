import type { PlatformDefinition } from './definition.ts'
import { facebook } from './facebook.ts'
import { instagram } from './instagram.ts'
import type { KnownPlatform } from './platform.ts'
import { tiktok } from './tiktok.ts'
import { youtube } from './youtube.ts'

/**
 * The definition of each platform. Separate from `platform.ts` so that the web app's first load does not contain it.
 */
export const PLATFORM_DEFINITIONS: Readonly<Record<KnownPlatform, PlatformDefinition>> = {
  TikTok: tiktok,
  Instagram: instagram,
  YouTube: youtube,
  Facebook: facebook,
}
