import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@antojo/db/database'
import { migrate } from '@antojo/db/migrate'
import { gatherTrainingPosts, postsByWriter } from '@antojo/identify/eval/training-posts'
import type { ResolveDeps } from '@antojo/identify/resolve'
import type { TrainingPost } from '@antojo/identify/train/training-post'
import { importFile } from '@antojo/places/import/import-file'
import { createPlaceIndex, type PlaceIndex } from '@antojo/places/place-index'
import { readAreaNames } from '../../apps/server/src/identify/area-names.ts'
import { loadWordRanks } from '../../apps/server/src/identify/word-ranks.ts'

const noFiles: string[] = []

/** Options of the commands that learn and measure. */
export const materialOptions = {
  posts: { type: 'string' as const, multiple: true as const, default: noFiles },
  places: { type: 'string' as const, multiple: true as const, default: noFiles },
  'data-dir': { type: 'string' as const },
  cache: { type: 'string' as const },
}

interface MaterialOptions {
  readonly posts: readonly string[]
  readonly places: readonly string[]
  /** Keeps the index for the next run. */
  readonly 'data-dir'?: string | undefined
  /** Keeps the candidates of the posts for the next run. */
  readonly cache?: string | undefined
}

/** The posts of the files with their candidates of an index of the places. */
export async function gatherMaterial(options: MaterialOptions): Promise<TrainingPost[]> {
  const closing: (() => Promise<void>)[] = []
  try {
    return await gatherTrainingPosts(postsByWriter(options.posts), options.cache, () =>
      openIndex(options, closing),
    )
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

type IndexDeps = ResolveDeps & { readonly places: PlaceIndex }

/** Runs a measurement with an index of no places. */
export async function withEmptyIndex<T>(measure: (deps: IndexDeps) => Promise<T>): Promise<T> {
  const closing: (() => Promise<void>)[] = []
  try {
    return await measure(await openIndex({ posts: [], places: [] }, closing))
  } finally {
    for (const close of closing.toReversed()) await close()
  }
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
      if (!result.ok) throw new Error(`${file}: ${result.reason}`)
    }
  return { places, gazetteer: await readAreaNames(database.pool), rank: loadWordRanks() }
}
