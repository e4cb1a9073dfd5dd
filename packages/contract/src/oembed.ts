import { PLATFORMS } from '@antojo/domain/platforms/platform'
import { z } from 'zod'

/**
 * The stored part of an oEmbed answer (spec §3). Everything except the URL may be missing: Meta gives neither author
 * nor thumbnail.
 */
export const oembed = z.object({
  url: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  author_name: z.string().optional(),
  author_url: z.string().optional(),
  thumbnail_url: z.string().optional(),
  html: z.string().optional(),
  provider_name: z.string().optional(),
})
export type Oembed = z.infer<typeof oembed>

/** `GET /oembed?url=` */
export const oembedQuery = z.object({ url: z.string().min(1).max(2048) })
export const oembedResponse = z.object({ ok: z.literal(true), platform: z.enum(PLATFORMS), oembed })

/** `GET /oembed/gone?url=`: whether the platform says that it does not show the post any more. */
export const goneResponse = z.object({ ok: z.literal(true), gone: z.boolean() })

/** `GET /videos/saved?url=`: whether the person has the post of a link, or the place that the server knows it to show. */
export const savedResponse = z.object({ ok: z.literal(true), saved: z.boolean() })
