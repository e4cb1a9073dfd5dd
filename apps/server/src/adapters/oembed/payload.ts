import type { Oembed } from '@antojo/contract/oembed'
import { z } from 'zod'

/** Postgres stores neither NUL nor half of a surrogate pair, and a platform may send both. */
export function storable(value: string): string {
  return value.replaceAll('\0', '').toWellFormed().trim()
}

/** A text of at most `max` characters; undefined when there is none. */
export const storableText = (max: number) =>
  z
    .string()
    .transform((value) => storable(value.slice(0, max)))
    .pipe(z.string().min(1))

const text = z.string().transform(storable).optional().catch(undefined)

const payload = z.looseObject({
  title: text,
  description: text,
  author_name: text,
  author_url: text,
  author_unique_id: text,
  thumbnail_url: text,
  thumbnail_url_with_play_button: text,
  thumbnail: text,
  image: text,
  html: text,
  provider_name: text,
  error: z.unknown().optional(),
})

/**
 * Reads an oEmbed answer; null when it is not an object, reports an error (as noembed and iframely do with status 200),
 * or contains nothing that describes the post.
 */
export function parseOembed(json: unknown, url: string): Oembed | null {
  const parsed = payload.safeParse(json)
  if (!parsed.success || parsed.data.error !== undefined) return null
  const given = parsed.data
  const thumbnail =
    given.thumbnail_url ?? given.thumbnail ?? given.image ?? given.thumbnail_url_with_play_button
  const fields = {
    title: given.title,
    description: given.description,
    author_name: given.author_name ?? given.author_unique_id,
    author_url: httpUrl(given.author_url),
    thumbnail_url: httpUrl(thumbnail),
    html: given.html,
    provider_name: given.provider_name,
  }
  const present = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )
  const describes = ['title', 'description', 'author_name', 'thumbnail_url', 'html'].some(
    (name) => name in present,
  )
  return describes ? { url, ...present } : null
}

function httpUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const whole = value.startsWith('//') ? `https:${value}` : value
  return URL.canParse(whole) && /^https?:$/u.test(new URL(whole).protocol) ? whole : undefined
}
