import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { access, constants, writeFile } from 'node:fs/promises'
import { tryParseJson } from '@antojo/domain/unknown-values'
import type { PlaceOption, Resolution } from '@antojo/identify/evidence'
import { evidenceOfPost, postSchema } from '@antojo/identify/post-file'
import type { Model } from '@antojo/identify/model/model'
import { resolvePlaces, type ResolveDeps } from '@antojo/identify/resolve'
import type { Config } from '../config/config.ts'
import { chosenPosts } from '../features/corrections/export.ts'
import { readLookups } from '../identify/pipeline/read-lookups.ts'
import { CommandError } from './command-error.ts'
import { makingInstallation, withInstallation } from './open-database.ts'

/** `antojo identify --export F`: writes a file of posts for training. Returns the exit code. */
export async function exportPostsCommand(config: Config, file: string): Promise<number> {
  const posts = await withInstallation(config, chosenPosts)
  await writeFile(file, posts.map((post) => `${JSON.stringify(post)}\n`).join(''))
  console.error(`${posts.length} posts → ${file}`)
  return 0
}

/** `antojo identify --in F --out F`: identifies a file of posts from their texts alone. Returns the exit code. */
export async function identifyFileCommand(config: Config, input: string, output: string): Promise<number> {
  await access(input, constants.R_OK).catch(() => {
    throw new CommandError(`${input} cannot be read.`)
  })
  const { posts, problems } = await makingInstallation(config, async (database) =>
    identifyFile(input, output, await readLookups(database)),
  )
  for (const { line, problem } of problems) console.error(`${input}:${line}: ${problem}`)
  console.error(`${posts} posts → ${output}`)
  return problems.length > 0 ? 1 : 0
}

function optionLine({ place, confidence }: PlaceOption) {
  return {
    source: place.source,
    source_id: place.sourceId,
    name: place.name,
    lat: place.lat,
    lng: place.lng,
    confidence: Number(confidence.toFixed(4)),
  }
}

/** A resolution as one line of a results file. */
export function resultLine(id: string, resolution: Resolution, ms: number) {
  return {
    id,
    decision: resolution.decision,
    places: resolution.places.map((place) => ({
      ...optionLine(place),
      why: place.why,
      alternatives: place.alternatives.map(optionLine),
    })),
    ms: Number(ms.toFixed(2)),
  }
}

/** A line of the posts file that is not a post; lines count from 1. */
export interface LineProblem {
  readonly line: number
  readonly problem: string
}

/**
 * Identifies every post of a JSONL file and writes one line of results for each, in order. Lines that are not posts are
 * reported and skipped.
 */
export async function identifyFile(
  input: string,
  output: string,
  deps: ResolveDeps & { readonly model: Model },
): Promise<{ posts: number; problems: LineProblem[] }> {
  const out = createWriteStream(output)
  const problems: LineProblem[] = []
  let line = 0
  let posts = 0
  for await (const text of linesOf(input)) {
    line++
    if (text.trim() === '') continue
    const post = parsePost(text)
    if (!post.ok) {
      problems.push({ line, problem: post.problem })
      continue
    }
    const start = performance.now()
    const resolution = await resolvePlaces(evidenceOfPost(post.post), deps)
    const result = resultLine(post.post.id, resolution, performance.now() - start)
    posts++
    if (!out.write(`${JSON.stringify(result)}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  return { posts, problems }
}

/** The lines of a file, separated by line feeds only: captions may contain other line separators such as U+2028. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

function parsePost(text: string) {
  const value = tryParseJson(text)
  if (value === undefined) return { ok: false as const, problem: 'not JSON' }
  const parsed = postSchema.safeParse(value)
  if (parsed.success) return { ok: true as const, post: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return { ok: false as const, problem: problems.join('; ') }
}
