import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EVIDENCE_SOURCES } from '@antojo/domain/analysis'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { z } from 'zod'
import { DISHES } from './pictures/dishes.ts'

/** What goes wrong when the platform is asked for a post; every one has been seen in the wild. */
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
 * What a server gets that asks for the page of a public post. `whole`: tags and the page's own JSON; `tags`: only the
 * tags for link previews; `data`: only the JSON. The others hold nothing of the post.
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

/** A post of a platform: what the sandbox serves of it, and what Antojo has to make of it. One file each. */
export const postSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  platform: z.enum(KNOWN_PLATFORMS),
  /** The link that people paste; often a short one. */
  link: z.url(),
  /** Where a short link leads; absent when `link` is the post's own address. */
  url: z.url().optional(),
  author: z.strictObject({ name: z.string(), handle: z.string() }),
  /** The caption; YouTube's title. */
  title: z.string(),
  /** The text below a YouTube video. */
  description: z.string().default(''),
  /** The place that the author chose from the platform's list. */
  location: z
    .strictObject({ name: z.string(), address: z.string().optional(), city: z.string().optional() })
    .optional(),
  /** Lines laid over the video, which are text to the platform's own app (TikTok). */
  stickers: z.array(z.string()).default([]),
  /** Lines of automatic subtitles (YouTube). */
  spoken: z.array(z.string()).default([]),
  /** Lines laid over the frames of the video. */
  onScreen: z.array(z.string()).default([]),
  /** Lines on the picture that stands for the video. */
  onCover: z.array(z.string()).default([]),
  /** The page's tags name the video file; pages rarely do. */
  offersVideo: z.boolean().default(false),
  page: z.enum(PAGE_ANSWERS).default('whole'),
  likes: z.int().default(1200),
  dish: z.enum(DISHES),
  failure: z.enum(FAILURES).optional(),
  expected: expectation,
})
export type Post = z.infer<typeof postSchema>

/** The post's own address. */
export function addressOf(post: Post): string {
  return post.url ?? post.link
}

/** Reads every *.json of the directory as one post each, by file name. Throws on a file that is no post. */
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

/** A TikTok post for a test; give what the test is about. */
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

/** 19 digits that follow from the text alone. */
function fakeVideoId(text: string): string {
  let hash = 7n
  for (const character of text) hash = (hash * 31n + BigInt(character.codePointAt(0) ?? 0)) % 10n ** 18n
  return `7${hash.toString().padStart(18, '0')}`
}
