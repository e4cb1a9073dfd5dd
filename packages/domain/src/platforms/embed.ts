import type { Link } from '../links/link.ts'

/** Hosts whose players the product embeds; the frame rule of the content security policy names exactly these. */
export const EMBED_ORIGINS = [
  'https://www.tiktok.com',
  'https://www.youtube-nocookie.com',
  'https://www.instagram.com',
  'https://www.facebook.com',
] as const

/**
 * Address of the platform's own player, rebuilt from the id alone (foreign markup is never inserted); null when
 * there is none. Forms: TikTok embed player, YouTube privacy-enhanced, Instagram captioned embed, Facebook plugin.
 */
export function embedUrl(link: Link | null): string | null {
  if (link?.kind !== 'video') return null
  switch (link.platform) {
    case 'TikTok':
      return `https://www.tiktok.com/player/v1/${link.id}?controls=1&music_info=1&description=1`
    case 'YouTube':
      return `https://www.youtube-nocookie.com/embed/${link.id}`
    case 'Instagram':
      return `https://www.instagram.com/p/${link.id}/embed/captioned/`
    case 'Facebook':
      return `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(link.url)}`
    default:
      return null
  }
}
