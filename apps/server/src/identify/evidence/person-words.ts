import { type ExtractVideoInput, userHints } from '@antojo/contract/ai'
import { findLinks } from '@antojo/domain/links/find-urls'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { POST_TEXT_KINDS } from '@antojo/domain/transfer/import-facts'
import type { Evidence } from '@antojo/identify/evidence'
import { z } from 'zod'
import type { PostEvidence } from './post-evidence.ts'

const MAX_CHARACTERS_AROUND = 5_000

/** All words of a person about a link. They affect only this person's answer, and are stored with the row. */
export const personWords = userHints.extend({
  cityHint: z.string().optional(),
  /** The text that the link was pasted or shared in; often only words of the app that shared it. */
  around: z.string().optional(),
  /** The texts about the post in the file that the person imported. */
  texts: z.array(z.object({ kind: z.enum(POST_TEXT_KINDS), text: z.string() })).optional(),
  /** The link to the place beside which that file has the post. */
  placeUrl: z.string().optional(),
  /** The position of a place that its link lacks, from the other places of its list. */
  near: z.object({ lat: z.number(), lng: z.number() }).optional(),
  /** True when the link came in a file with many, and the person did not single it out. */
  isOfSavedList: z.boolean().optional(),
})
export type PersonWords = z.infer<typeof personWords>

/** The person's words in a request; blank ones are left out, so that they do not replace earlier ones. */
export function wordsOf({ videoUrl, cityHint, hints }: ExtractVideoInput): PersonWords {
  const said = { ...hints, cityHint, around: wordsAround(videoUrl) }
  const readable = Object.entries(said).map(([field, text]) => [field, text && readableText(text)] as const)
  return Object.fromEntries(readable.filter(([, text]) => text))
}

/** Removes NUL and lone surrogates, which Postgres cannot store. */
function readableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Words that came with a link, not as an answer about it. */
export const NOT_HINTS: readonly string[] = [
  'around',
  'texts',
  'placeUrl',
  'near',
  'isOfSavedList',
] satisfies (keyof PersonWords)[]

/** True when the person gave a hint on purpose. */
export function hasHint(words: PersonWords): boolean {
  return Object.entries(words).some(([field, text]) => !NOT_HINTS.includes(field) && text)
}

/** The text before the first link, and after it up to the next one; empty when it contains no word. */
export function wordsAround(text: string): string {
  const links = findLinks(text)
  const [link] = links
  if (link === undefined) return ''
  const next = links.find(({ url }) => url !== link.url)
  const around = `${text.slice(0, link.from)} ${text.slice(link.to, next?.from)}`
  const words = around.replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_CHARACTERS_AROUND).toWellFormed()
  return /\p{L}{2}/u.test(words) ? words : ''
}

/** A circle around the person. */
type Bias = NonNullable<Evidence['bias']>

/** The post's texts and the person's own words; the post is null when it could not be read. */
export function evidenceFor(words: PersonWords, post: PostEvidence | null, bias?: Bias): Evidence {
  const { restaurantName, location, caption, hashtags, seen, around } = words
  const own = [restaurantName, location, caption, hashtags, seen, around]
  const texts = own.flatMap((text) => (text ? [{ source: 'user-hint', text } as const] : []))
  const city = words.cityHint ?? location
  return {
    texts: [...(post?.texts ?? []), ...texts],
    ...(city ? { cityHint: city } : {}),
    ...(bias ? { bias } : {}),
  }
}

/** The person's position in a request, with their search radius. */
export function biasOf(
  { biasLat: lat, biasLng: lng }: ExtractVideoInput,
  radiusKm: number = SPEC_LIMITS.searchRadiusKm,
): Bias | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng, radiusKm }
}
