import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { openDatabase } from '@antojo/db/database'
import { migrate } from '@antojo/db/migrate'
import { gatherTrainingPosts, postsByWriter } from '@antojo/identify/training/eval/training-posts'
import { lists } from '@antojo/identify/training/train/synthetic-posts'
import { traps } from '@antojo/identify/training/train/traps'
import { evidenceOfPost } from '@antojo/identify/post-file'
import { fitNames } from '@antojo/identify/training/train/fit-names'
import type { LinearModel } from '@antojo/identify/model/linear'
import type { KnownNames } from '@antojo/identify/model/known-names'
import { resolvePlaces, type LookupDeps, type ResolveDeps } from '@antojo/identify/resolve'
import { readPosts, type LabelledPost } from '@antojo/identify/training/eval/posts'
import type { Form, TrainingPost } from '@antojo/identify/training/train/training-post'
import { importFile } from '@antojo/places/import/import-file'
import { importPlaces } from '@antojo/places/import/run-import'
import { createPlaceIndex, type PlaceIndex } from '@antojo/places/place-index'
import { readAreaNames } from '../../apps/server/src/identify/pipeline/area-names.ts'
import { loadModel } from '../../apps/server/src/identify/pipeline/load-model.ts'
import { loadWordRanks } from '../../apps/server/src/identify/pipeline/word-ranks.ts'
import { smallIndexes } from './small-indexes.ts'

const TRAINING = join(import.meta.dirname, '../../packages/identify/training')
const noFiles: string[] = []
/** The files of `training/posts`; the order gives equal models in equal runs. */
const POSTS = [
  'creators',
  'casual',
  'saved',
  'chats',
  'plain',
  'older',
  'scripts',
  'lists',
  'phrases',
  'nothing',
  'routes',
] as const

/** Options of the commands that train and measure; by default, with the data in `packages/identify/training`. */
export const materialOptions = {
  posts: {
    type: 'string' as const,
    multiple: true as const,
    default: POSTS.map((name) => join(TRAINING, `posts/${name}.jsonl`)),
  },
  held: { type: 'string' as const, multiple: true as const, default: noFiles },
  places: {
    type: 'string' as const,
    multiple: true as const,
    default: [join(TRAINING, 'places.jsonl.gz')],
  },
  'data-dir': { type: 'string' as const },
  cache: { type: 'string' as const },
}

interface MaterialOptions {
  readonly posts: readonly string[]
  /** Posts that are judged but never learned from. */
  readonly held?: readonly string[]
  readonly places: readonly string[]
  /** Keeps the index for the next run. */
  readonly 'data-dir'?: string | undefined
  /** Keeps the candidates of the posts for the next run. */
  readonly cache?: string | undefined
}

export interface Material {
  readonly posts: readonly TrainingPost[]
  /** Writers whose posts are judged but never learned from. */
  readonly held: ReadonlySet<string>
  readonly names: KnownNames
  readonly nameOdds: LinearModel
}

/** Looks up the candidates of the posts in an index of the places, and in small indexes. */
export async function gatherMaterial(options: MaterialOptions): Promise<Material> {
  const closing: (() => Promise<void>)[] = []
  try {
    const index = await openIndex(options, closing)
    const names = await knownNames(index.pool)
    const written = postsByWriter(options.posts)
    const unsought = traps(written, await lonelyNames(index.pool), trapFrames())
    const nameOdds = await fitNames(written, { ...index, names })
    const deps: LookupDeps = { ...index, model: { names, nameOdds } }
    const judged = (options.held ?? []).flatMap((file) => heldPosts(file))
    const labelled = [...written, ...unsought, ...lists(written), ...judged]
    const posts = await gatherTrainingPosts(labelled, options.cache, async () => {
      const small: { form: Form; isFor: (post: LabelledPost) => boolean; deps: LookupDeps }[] = []
      for (const { records, ...rest } of smallIndexes(options.places, written)) {
        const opened = await openIndex({ posts: [], places: [] }, closing)
        await importPlaces(opened.pool, records())
        const gazetteer = await readAreaNames(opened.pool)
        small.push({ ...rest, deps: { ...deps, places: opened.places, gazetteer } })
      }
      return { deps, small }
    })
    return { posts, names, nameOdds, held: new Set(judged.map(({ writer }) => writer)) }
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

/** The posts of a file under its name, which no other writer has. */
function heldPosts(file: string): LabelledPost[] {
  const writer = `held ${basename(file, '.jsonl')}`
  return readPosts(file).map((post) => ({ ...post, id: `${writer} ${post.id}`, writer }))
}

/** Only words in at least this many names, and names of at least this many places, are stored with the model. */
const MIN_NAMES = 8
const MIN_PLACES = 4

function trapFrames(): string[][] {
  const text = readFileSync(join(TRAINING, 'trap-frames.json'), 'utf8')
  return z.array(z.array(z.string())).parse(JSON.parse(text))
}

/** The names that one place alone has. */
async function lonelyNames(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    'select key from place_keys where whole and places = 1 order by key',
  )
  return rows.map(({ key }) => key)
}

/** How common words and names are in an index. */
async function knownNames(pool: pg.Pool): Promise<KnownNames> {
  const words = await pool.query<{ token: string; names: number }>(
    `select token, names from place_tokens where names >= $1 or token = '' order by token`,
    [MIN_NAMES],
  )
  const places = await pool.query<{ key: string; places: number }>(
    'select key, places from place_keys where places >= $1 order by key',
    [MIN_PLACES],
  )
  return {
    total: words.rows.find(({ token }) => token === '')?.names ?? 0,
    words: Object.fromEntries(
      words.rows.flatMap(({ token, names }) => (token === '' ? [] : [[token, names]])),
    ),
    places: Object.fromEntries(places.rows.map((row) => [row.key, row.places])),
  }
}

type IndexDeps = ResolveDeps & { readonly places: PlaceIndex; readonly pool: pg.Pool }

async function withIndex<T>(options: MaterialOptions, measure: (deps: IndexDeps) => Promise<T>): Promise<T> {
  const closing: (() => Promise<void>)[] = []
  try {
    return await measure(await openIndex(options, closing))
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

/** Runs a measurement with an empty index. */
export function withEmptyIndex<T>(measure: (deps: IndexDeps) => Promise<T>): Promise<T> {
  return withIndex({ posts: [], places: [] }, measure)
}

/** Groups the writers into this many parts, for a faster cross-validation than with each writer left out. */
export function partsOfWriters(
  posts: readonly TrainingPost[],
  parts: number,
): (post: TrainingPost) => string {
  const writers = [...new Set(posts.map(({ writer }) => writer))]
  return ({ writer }) => `part ${writers.indexOf(writer) % parts}`
}

/** The first posts, whose time is not measured. */
const WARMING_UP = 40

/** Milliseconds from the texts of each post to its decision by the current model, one post after another. */
export function timesOfPosts(options: MaterialOptions): Promise<number[]> {
  return withIndex(options, async (index) => {
    const deps = { ...index, model: loadModel() }
    const posts = postsByWriter(options.posts).map(evidenceOfPost)
    const times: number[] = []
    for (const evidence of [...posts.slice(0, WARMING_UP), ...posts]) {
      const start = performance.now()
      await resolvePlaces(evidence, deps)
      times.push(performance.now() - start)
    }
    return times.slice(WARMING_UP)
  })
}

async function openIndex(options: MaterialOptions, closing: (() => Promise<void>)[]): Promise<IndexDeps> {
  const kept = options['data-dir']
  const dir = kept ?? (await mkdtemp(join(tmpdir(), 'antojo-identify-')))
  if (kept === undefined) closing.push(() => rm(dir, { recursive: true, force: true }))
  const database = await openDatabase({ kind: 'embedded', dir })
  closing.push(() => database.close())
  const migrations = join(import.meta.dirname, '../../packages/places/migrations')
  await migrate(database.pool, [{ name: 'places', dir: migrations }])
  const places = createPlaceIndex(database.pool, database.genericPlanPool)
  if (await places.isEmpty())
    for (const file of options.places) {
      const result = await importFile(database.pool, file, {})
      if (!result.ok) throw new Error(`${file}: ${result.problem}`)
    }
  const gazetteer = await readAreaNames(database.pool)
  return { places, gazetteer, rank: loadWordRanks(), pool: database.pool }
}
