import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { evidenceOfPost } from '@antojo/identify/post-file'
import { readPosts } from '@antojo/identify/training/eval/posts'
import { readJsonl } from '@antojo/places/import/formats/read-jsonl'
import { isRecord, type PlaceRecord } from '@antojo/places/import/record'
import { expect, test } from 'vitest'
import { createResolver } from './resolve.fixture.ts'

const TRAINING = join(import.meta.dirname, '../../../../../packages/identify/training')
/** Of the posts to learn from, and of the places that none of them is about. */
const EVERY_POST = 14
const EVERY_PLACE = 30

const posts = readdirSync(join(TRAINING, 'posts'))
  .toSorted()
  .flatMap((file) => readPosts(join(TRAINING, 'posts', file)))
  .filter((_, at) => at % EVERY_POST === 0)

async function records(): Promise<PlaceRecord[]> {
  const wanted = new Set(posts.flatMap(({ gold }) => gold.map((each) => `${each.source} ${each.source_id}`)))
  const found: PlaceRecord[] = []
  let at = 0
  for await (const rows of readJsonl(join(TRAINING, 'places.jsonl.gz')))
    for (const row of rows.filter(isRecord))
      if (at++ % EVERY_PLACE === 0 || wanted.has(`${row.source} ${row.sourceId}`)) found.push(row)
  return found
}

/** What the model judges, shortened: a changed feature changes it. */
const digest = (vectors: readonly (readonly number[])[]): string =>
  createHash('sha256')
    .update(vectors.map((x) => x.map((value) => value.toPrecision(4)).join(' ')).join('\n'))
    .digest('base64url')
    .slice(0, 6)

// The model learned from these vectors: when they change, it has to learn again (docs/accuracy.md).
test('posts have the vectors with which the model learned, and their answers', async () => {
  const resolver = await createResolver(await records())
  const lines: string[] = []
  for (const post of posts) {
    const evidence = evidenceOfPost(post)
    const { described } = await resolver.describe(evidence)
    const { decision, places } = await resolver.resolve(evidence)
    const found = places.map(({ place, confidence }) => `${place.name} ${confidence.toFixed(2)}`)
    lines.push(
      [post.id, decision, `${described.length}:${digest(described.map(({ x }) => x))}`, ...found].join(' | '),
    )
  }
  await resolver.close()
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('answers.txt')
})
