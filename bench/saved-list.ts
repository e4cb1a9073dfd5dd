/**
 * Imports a list of 1,000 saved posts in Instagram's format of 2026, most of which name no restaurant, into a node whose
 * index has the given places and that reaches no platform:
 *
 * npm run bench -- saved-list --posts POSTS.jsonl --others NONE.jsonl --places PLACES.jsonl.gz [--html] [--kill]
 *
 * One in ten posts is a named one of `--posts` (format: the posts file of `antojo identify`, with `kind` and `gold`),
 * the others are those without a restaurant of `--others` and `--posts`. `--kill` kills the node in the middle.
 * `--data-dir` keeps the index for the next run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readFileSync } from 'node:fs'
import { type ImportView, importView } from '@antojo/contract/transfer/imports'
import { openDatabase } from '@antojo/db/database'
import { migrate } from '@antojo/db/migrate'
import { postSchema } from '@antojo/identify/post-file'
import { importFile } from '@antojo/places/import/import-file'
import { startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { instagramHtml2026, type InstagramPost, instagramPosts2026 } from '@antojo/testing/exports'
import { z } from 'zod'
import { seededRandom } from './identify/random.ts'

const POSTS = 1_000
const NAMED = 100
const SEED = 35
const PASSWORD = 'tengo-antojo-de-tacos'
const MAX_MINUTES = 15

const labelled = postSchema.extend({
  kind: z.string(),
  gold: z.array(z.object({ source: z.string(), source_id: z.string(), name: z.string() })),
})
type Labelled = z.infer<typeof labelled>

const video = z.object({
  video_url: z.string(),
  identify_state: z.string(),
  enrich_place_id: z.string().nullable(),
  restaurant_name: z.string().nullable(),
})

const none: string[] = []
const several = { type: 'string', multiple: true, default: none } as const
const { values: options } = parseArgs({
  options: {
    posts: several,
    others: several,
    places: several,
    'data-dir': { type: 'string' },
    html: { type: 'boolean', default: false },
    kill: { type: 'boolean', default: false },
  },
})
if (options.posts.length === 0 || options.places.length === 0) {
  console.log('Skipped: --posts and --places are needed.')
  process.exit(0)
}
const kept = options['data-dir']
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'antojo-bench-')))
await fillIndex()
const app = await startApp({
  dataDir,
  env: { RATE_LIMITS: 'off', LOG_LEVEL: 'error', PLACES_ON_DEMAND: 'off' },
})
try {
  await measure()
} finally {
  await app.stop()
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
}

async function fillIndex(): Promise<void> {
  const database = await openDatabase({ kind: 'embedded', dir: join(dataDir, 'database') })
  const dir = join(import.meta.dirname, '../packages/places/migrations')
  const { rows } = await database.pool.query("select from pg_tables where tablename = 'place_sources'")
  if (rows.length === 0) {
    await migrate(database.pool, [{ name: 'places', dir }])
    for (const file of options.places) await importFile(database.pool, file, {})
  }
  await database.close()
}

function postsOf(files: readonly string[]): Labelled[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => labelled.parse(JSON.parse(line))),
  )
}

/** The posts of the list by their codes in Instagram. */
function savedPosts(): ReadonlyMap<string, Labelled> {
  const random = seededRandom(SEED)
  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((value) => ({ value, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value)
  const written = postsOf(options.posts)
  const named = shuffled(written.filter(({ kind }) => kind === 'named')).slice(0, NAMED)
  const others = postsOf(options.others)
  const further = shuffled(
    written.filter(({ kind, id }) => kind === 'none' && others.every((o) => o.id !== id)),
  )
  const chosen = shuffled([
    ...named,
    ...[...others, ...further].filter(({ kind }) => kind === 'none').slice(0, POSTS - NAMED),
  ])
  return new Map(chosen.map((post, index) => [`C${String(index).padStart(10, '0')}`, post]))
}

function fileOf(posts: ReadonlyMap<string, Labelled>): string {
  const saved = [...posts].map(([code, { title, description, hashtags, creator }]): InstagramPost => {
    const caption = [title, description].filter(Boolean).join('\n')
    const tags = hashtags?.map((tag) => tag.replace(/^#/u, '')) ?? []
    const owner = creator ?? 'alguien'
    return { code, caption, hashtags: tags, owner: [owner, owner] }
  })
  return options.html ? instagramHtml2026(new Map([[null, saved]])) : instagramPosts2026(saved)
}

async function measure(): Promise<void> {
  const posts = savedPosts()
  const person = await AppClient.enter(app.url, { email: `p${Date.now()}@antojo.test`, password: PASSWORD })
  const name = options.html ? 'saved_posts.html' : 'saved_posts.json'
  const headers = { 'content-type': 'application/octet-stream' }
  const began = performance.now()
  const uploaded = await person.request(`/imports?name=${name}`, {
    method: 'POST',
    body: fileOf(posts),
    headers,
  })
  const found = importView.parse(await uploaded.json())
  console.log(
    `preview: ${seconds(began)} s, ${found.counts.waiting} posts, unread ${JSON.stringify(found.unread)}`,
  )
  const started = performance.now()
  await person.request(`/imports/${found.id}/start`, { method: 'POST', body: '{"parts":[0]}' })
  let end = await viewOf(person, found.id)
  let isKilled = false
  while (isBusy(end) && performance.now() - started < MAX_MINUTES * 60_000) {
    await wait(500)
    if (options.kill && !isKilled && end.counts.waiting < found.counts.waiting / 2) {
      isKilled = true
      await app.kill()
      await app.restart()
      console.log(`killed after ${seconds(started)} s, with ${end.counts.waiting} waiting`)
    }
    end = await viewOf(person, found.id)
  }
  console.log(`import: ${seconds(started)} s, ${JSON.stringify(end.counts)}`)
  report(posts, await rowsOf(person))
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function isBusy({ state, counts }: ImportView): boolean {
  return state !== 'done' || counts.reading > 0
}

async function viewOf(person: AppClient, id: string): Promise<ImportView> {
  return importView.parse(await (await person.request(`/imports/${id}`)).json())
}

async function rowsOf(person: AppClient): Promise<z.infer<typeof video>[]> {
  const columns = 'video_url,identify_state,enrich_place_id,restaurant_name'
  const answer = await person.request(
    `/rest/v1/videos?user_id=eq.${person.userId}&select=${columns}&order=created_at`,
  )
  return z.array(video).parse(await answer.json())
}

function report(posts: ReadonlyMap<string, Labelled>, rows: readonly z.infer<typeof video>[]): void {
  const outcomes = rows.map((row) => {
    const post = posts.get(/C\d{10}/u.exec(row.video_url)?.[0] ?? '')
    const isPlaced = row.identify_state === 'identified'
    const isRight = post?.gold.some(
      ({ source, source_id: id, name }) =>
        row.enrich_place_id === `${source}:${id}` || row.restaurant_name === name,
    )
    return { row, post, isPlaced, isRight: isPlaced && isRight === true }
  })
  const placed = outcomes.filter(({ isPlaced }) => isPlaced)
  const right = placed.filter(({ isRight }) => isRight).length
  const asked = outcomes.filter(({ row }) => row.identify_state === 'question')
  const questions = asked.length
  const idle = asked.filter(({ post }) => post?.kind !== 'named')
  console.log(`placed ${placed.length}, right ${right} (${percent(right, placed.length)})`)
  console.log(`of ${NAMED} named: ${right} placed right`)
  console.log(`questions: ${questions} (${percent(questions, posts.size)}), ${idle.length} about nothing:`)
  console.log(`  ${idle.map(({ post }) => post?.id).join(' ')}`)
  console.log(`other rows: ${rows.length - placed.length - questions}`)
  console.log(`rows of one post twice: ${rows.length - new Set(rows.map(({ video_url: url }) => url)).size}`)
  const unplaced = [...posts.values()].filter(
    (post) => post.kind === 'named' && !placed.some((each) => each.post === post),
  )
  console.log(`named but not placed: ${unplaced.map(({ id }) => id).join(' ')}`)
  for (const { row, post, isRight } of placed)
    if (!isRight)
      console.log(
        `  wrong: ${row.restaurant_name} for ${JSON.stringify([post?.id, post?.title, post?.description])}`,
      )
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
