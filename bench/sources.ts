/**
 * Measures how many posts are identified when the platforms answer the way they answer servers and the index has the
 * places, against the targets of the first answer:
 *
 * npm run bench -- sources         SEED=2 node bench/sources.ts
 *
 * Three rounds with 40 drawn posts: without keys; YouTube with a key of its Data API; with yt-dlp, after its job. A
 * post counts as found when its restaurant is accepted or among the offered ones. Every link has to be saved.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { videoRow } from '@antojo/contract/video-row'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import type { AppClient } from '@antojo/testing/client'
import { SANDBOX_YOUTUBE_KEY } from '@antojo/testing/sandbox/platforms/youtube-api'
import type { Post } from '@antojo/testing/sandbox/post'
import { writeYtDlp } from '@antojo/testing/sandbox/yt-dlp'
import { z } from 'zod'
import { people } from './load/peopled.ts'
import { drawPosts } from './sources/posts.ts'

const seed = Number(process.env['SEED'] ?? 1)
const PATIENCE_MS = 60_000
const NO_TARGET = { TikTok: 0, YouTube: 0, Instagram: 0, Facebook: 0 }
/** The setting of a server without Meta's review: no token. */
const NO_KEYS = { META_ACCESS_TOKEN: '' }

const question = z.array(z.looseObject({ name: z.string() }))

type Row = z.infer<typeof videoRow>

const posts = drawPosts(seed)
const tools = await mkdtemp(join(tmpdir(), 'antojo-bench-tool-'))
const youtube = posts.filter(({ platform }) => platform === 'YouTube')
const program = await writeYtDlp(tools, posts)
try {
  await round('no keys, first answer', posts, {
    env: NO_KEYS,
    target: { TikTok: 9, YouTube: 8, Instagram: 6, Facebook: 5 },
  })
  await round('YOUTUBE_API_KEY, first answer', youtube, {
    env: { ...NO_KEYS, YOUTUBE_API_KEY: SANDBOX_YOUTUBE_KEY },
    target: { ...NO_TARGET, YouTube: 10 },
  })
  await round('YT_DLP, after its job', posts, {
    env: { ...NO_KEYS, YT_DLP: program },
    target: { TikTok: 10, YouTube: 10, Instagram: 10, Facebook: 10 },
    isAfterJob: true,
  })
} finally {
  await rm(tools, { recursive: true })
}

interface Round {
  readonly env: Readonly<Record<string, string>>
  readonly target: Readonly<Record<(typeof KNOWN_PLATFORMS)[number], number>>
  readonly isAfterJob?: boolean
}

async function round(
  name: string,
  asked: readonly Post[],
  { env, target, isAfterJob = false }: Round,
): Promise<void> {
  const peopled = await people(1, asked, { env })
  const [person] = peopled.people
  if (!person) throw new Error('nobody is there')
  try {
    for (const post of asked) await person.add(post.link)
    if (isAfterJob) await untilFound(person, asked)
    report(name, asked, await rowsOf(person), target)
  } finally {
    await peopled.close()
  }
}

/** Waits until every post is right, or until for a while no further one has become right. */
async function untilFound(person: AppClient, asked: readonly Post[]): Promise<void> {
  let most = -1
  let deadline = 0
  for (;;) {
    const rows = await rowsOf(person)
    const right = asked.filter((post) => isRight(post, rows)).length
    if (right > most) deadline = performance.now() + PATIENCE_MS
    most = right
    if (right === asked.length || performance.now() > deadline) return
    await wait(500)
  }
}

function report(name: string, asked: readonly Post[], rows: readonly Row[], target: Round['target']): void {
  console.log(`\n${name} (seed ${seed})\nplatform  | right of | target | saved`)
  for (const platform of KNOWN_PLATFORMS) {
    const own = asked.filter((post) => post.platform === platform)
    if (own.length === 0) continue
    const right = own.filter((post) => isRight(post, rows)).length
    const saved = own.filter((post) => rowOf(post, rows) !== undefined).length
    const isMissed = right < target[platform] || saved < own.length
    if (isMissed) process.exitCode = 1
    const cells = [platform.padEnd(9), `${right} of ${own.length}`, target[platform], `${saved}`]
    console.log(`${cells.join(' | ')}${isMissed ? '  ✗' : ''}`)
  }
  for (const post of asked.filter((each) => !isRight(each, rows))) {
    const row = rowOf(post, rows)
    const found = row?.restaurant_name ?? row?.identify_reason ?? row?.identify_state ?? 'not saved'
    console.log(`  not found: ${post.id} (page: ${post.page}) ${wanted(post)} → ${found}`)
  }
}

function wanted({ expected }: Post): string {
  return 'restaurants' in expected ? (expected.restaurants[0] ?? '') : ''
}

function isRight(post: Post, rows: readonly Row[]): boolean {
  const row = rowOf(post, rows)
  if (row?.restaurant_name === wanted(post)) return true
  return question.safeParse(row?.identify_question).data?.some(({ name }) => name === wanted(post)) === true
}

function rowOf(post: Post, rows: readonly Row[]): Row | undefined {
  return rows.find(({ video_url: url }) => url === post.link)
}

async function rowsOf(person: AppClient): Promise<Row[]> {
  const response = await person.request('/rest/v1/videos?select=*&limit=100')
  return z.array(videoRow).parse(await response.json())
}
