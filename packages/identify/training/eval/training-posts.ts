import { createReadStream, existsSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { trainingPost, type LearningIndexes, type TrainingPost } from '../train/training-post.ts'
import { readPosts, type LabelledPost } from './posts.ts'

/** Writers with fewer posts than this are grouped. */
const MIN_POSTS = 60

/** The posts of all files; writers of few posts count as one writer, called `others`. */
export function postsByWriter(files: readonly string[]): LabelledPost[] {
  const posts = files.flatMap(readPosts)
  const byWriter = Map.groupBy(posts, ({ writer }) => writer)
  const isSmall = (writer: string): boolean => (byWriter.get(writer)?.length ?? 0) < MIN_POSTS
  return posts.map((post) => (isSmall(post.writer) ? { ...post, writer: 'others' } : post))
}

/** Looks up the candidates of all posts and caches them in a file for the next run. */
export async function gatherTrainingPosts(
  posts: readonly LabelledPost[],
  cache: string | undefined,
  openIndexes: () => Promise<LearningIndexes>,
): Promise<TrainingPost[]> {
  const known = new Map(cache === undefined ? [] : (await readCache(cache)).map((post) => [post.id, post]))
  const missing = posts.filter(({ id }) => !known.has(id))
  if (missing.length > 0) {
    const indexes = await openIndexes()
    for (const post of missing.slice(0, WARMING_UP)) await trainingPost(post, indexes)
    for (const post of missing) {
      const gathered = await trainingPost(post, indexes)
      known.set(post.id, gathered)
      if (cache !== undefined) await appendFile(cache, `${JSON.stringify(gathered)}\n`)
    }
  }
  return posts.flatMap(({ id, writer }) => {
    const post = known.get(id)
    return post === undefined ? [] : [{ ...post, writer }]
  })
}

/** The first posts, whose time is not measured. */
const WARMING_UP = 20

async function readCache(file: string): Promise<TrainingPost[]> {
  if (!existsSync(file)) return []
  const posts: TrainingPost[] = []
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) posts.push(JSON.parse(line))
  return posts
}
