import type { KnownPlatform } from '@antojo/domain/platforms/platform'
import { facebook, instagram } from './meta.ts'
import type { SandboxPlatform } from './sandbox-platform.ts'
import { tiktok } from './tiktok.ts'
import { youtube } from './youtube.ts'

export const SANDBOX_PLATFORMS: Readonly<Record<KnownPlatform, SandboxPlatform>> = {
  TikTok: tiktok,
  Instagram: instagram,
  YouTube: youtube,
  Facebook: facebook,
}
