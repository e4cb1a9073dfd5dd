import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EVIDENCE_SOURCES } from '@antojo/domain/places/evidence-kinds'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { z } from 'zod'
import { DISHES } from './pictures/dishes.ts'

/** The failures when the platform is asked for a post; all have been observed on real platforms. */
export const FAILURES = [
  'private',
  'age_restricted',
  'gone',
  'embedding_off',
  'not_json',
  'slow_once',
  'server_error_once',
  'server_error',
  'not_approved',
  'token_required',
  'redirect_loop',
  'redirect_to_private_address',
] as const
export type Failure = (typeof FAILURES)[number]

/**
 * The page that a server receives for a public post. `whole`: tags and the page's own JSON; `tags`: only the tags for
 * link previews; `data`: only the JSON. The others contain nothing of the post.
 */
export const PAGE_ANSWERS = [
  'whole',
  'tags',
  'data',
  'consent',
  'challenge',
  'sign_in',
  'rate_limited',
] as const
export type PageAnswer = (typeof PAGE_ANSWERS)[number]

const expectation = z.discriminatedUnion('decision', [
  /** Every restaurant of the video, in any order. */
  z.strictObject({
    decision: z.literal('accepted'),
    restaurants: z.array(z.string()).min(1),
    /** The texts of the post that speak for the first one. */
    textFrom: z.array(z.enum(EVIDENCE_SOURCES)).min(1).optional(),
  }),
  /** Restaurants that must be among the offered ones. */
  z.strictObject({ decision: z.literal('needs_confirmation'), restaurants: z.array(z.string()).min(1) }),
  z.strictObject({ decision: z.literal('weak_data') }),
  z.strictObject({ decision: z.literal('oembed_required'), code: z.string() }),
  z.strictObject({ decision: z.literal('error'), code: z.string() }),
])

/**
 * A post of a platform: the content that the sandbox serves, and the result that Antojo has to find. Each file holds
 * one post.
 */
export const postSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  platform: z.enum(KNOWN_PLATFORMS),
  /** The link that people paste; often a short one. */
  link: z.url(),
  /** The target of a short link; absent when `link` is the post's own URL. */
  url: z.url().optional(),
  author: z.strictObject({ name: z.string(), handle: z.string() }),
  /** The caption; on YouTube the title. */
  title: z.string(),
  /** The description below a YouTube video. */
  description: z.string().default(''),
  /** The place that the author chose from the platform's list. */
  location: z
    .strictObject({ name: z.string(), address: z.string().optional(), city: z.string().optional() })
    .optional(),
  /** Text laid over the video with the platform's own tool, so that its app has it as text (TikTok). */
  stickers: z.array(z.string()).default([]),
  /** Lines of automatic subtitles (YouTube). */
  spoken: z.array(z.string()).default([]),
  /** Lines laid over the frames of the video. */
  onScreen: z.array(z.string()).default([]),
  /** Lines on the cover picture of the video. */
  onCover: z.array(z.string()).default([]),
  /** True when the page's tags name the video file, which is rare. */
  offersVideo: z.boolean().default(false),
  page: z.enum(PAGE_ANSWERS).default('whole'),
  likes: z.int().default(1200),
  dish: z.enum(DISHES),
  failure: z.enum(FAILURES).optional(),
  expected: expectation,
})
export type Post = z.infer<typeof postSchema>

/** The post's own URL. */
export function addressOf(post: Post): string {
  return post.url ?? post.link
}

/** Reads every *.json file of the directory as a post, ordered by file name. Throws on an invalid file. */
export async function loadPosts(dir: string): Promise<Post[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const parsed = postSchema.safeParse(JSON.parse(await readFile(join(dir, name), 'utf8')))
      if (parsed.success) return parsed.data
      throw new Error(`${name} is no post: ${z.prettifyError(parsed.error)}`)
    }),
  )
}

/** A TikTok post for a test, with the given fields. */
export function buildPost(given: Partial<Post> & Pick<Post, 'id'>): Post {
  return postSchema.parse({
    platform: 'TikTok',
    link: `https://www.tiktok.com/@antojo/video/${fakeVideoId(given.id)}`,
    author: { name: 'Antojo', handle: 'antojo' },
    title: 'Los mejores tacos 🌮',
    dish: 'tacos',
    expected: { decision: 'weak_data' },
    ...given,
  })
}

/** An id of 19 digits derived from the text. */
function fakeVideoId(text: string): string {
  let hash = 7n
  for (const character of text) hash = (hash * 31n + BigInt(character.codePointAt(0) ?? 0)) % 10n ** 18n
  return `7${hash.toString().padStart(18, '0')}`
}
