import type { LabelledPost } from '@antojo/identify/training/eval/posts'
import { numberOf, type Form } from '@antojo/identify/training/train/training-post'
import { readJsonl } from '@antojo/places/import/formats/read-jsonl'
import { SEED_FILE } from '@antojo/places/import/ensure-seed'
import { isRecord, type PlaceRecord, type ReadRow } from '@antojo/places/import/record'

/** An index with as few places as a small installation has. */
export interface SmallIndex {
  readonly form: Extract<Form, 'builtIn' | 'thinned'>
  /** True for the posts that are posed to it. */
  readonly isFor: (post: LabelledPost) => boolean
  readonly records: () => AsyncIterable<ReadRow[]>
}

/** The share of all places in each thinned index; one more index has whole cities instead. */
const SHARES = [0.003, 0.03, 0.3]
const CITIES_EVERY = 8
/** In each thinned index, one post in this many finds its right places. */
const GOLD_EVERY = 3
const STEPS = 997

/**
 * The list that comes with the product, for all posts, and four samples of the places, each for a quarter of the posts:
 * most posts of a small installation are about places that its index lacks.
 */
export function smallIndexes(files: readonly string[], posts: readonly LabelledPost[]): SmallIndex[] {
  const parts = SHARES.length + 1
  const isGoldKept = ({ id }: LabelledPost): boolean => Math.floor(numberOf(id) / parts) % GOLD_EVERY === 0
  const golds = new Set(
    posts.filter(isGoldKept).flatMap(({ gold }) => gold.map((each) => `${each.source} ${each.source_id}`)),
  )
  const isInShare =
    (share: number) =>
    ({ source, sourceId }: PlaceRecord): boolean =>
      golds.has(`${source} ${sourceId}`) || numberOf(`${source} ${sourceId}`) < share * STEPS
  const isInCity = ({ city, country }: PlaceRecord): boolean =>
    numberOf(`${country} ${city}`) % CITIES_EVERY === 0
  const thinned = [...SHARES.map(isInShare), isInCity].map((isKept, part): SmallIndex => ({
    form: 'thinned',
    isFor: ({ id }) => numberOf(id) % parts === part,
    records: () => only(files, isKept),
  }))
  return [{ form: 'builtIn', isFor: () => true, records: () => readJsonl(SEED_FILE) }, ...thinned]
}

async function* only(
  files: readonly string[],
  isKept: (record: PlaceRecord) => boolean,
): AsyncGenerator<ReadRow[]> {
  for (const file of files)
    for await (const records of readJsonl(file)) yield records.filter((row) => isRecord(row) && isKept(row))
}
