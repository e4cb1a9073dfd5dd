import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { PlaceOption, Resolution } from '@antojo/domain/identify/evidence'
import { evidenceOfPost, postSchema } from '../identify/post-file.ts'
import { resolvePlaces, type ResolveDeps } from '../identify/resolve.ts'

const option = ({ place, confidence }: PlaceOption) => ({
  source: place.source,
  source_id: place.sourceId,
  name: place.name,
  lat: place.lat,
  lng: place.lng,
  confidence: Number(confidence.toFixed(4)),
})

/** A resolution as one line of a results file. */
export function resultLine(id: string, resolution: Resolution, ms: number) {
  return {
    id,
    decision: resolution.decision,
    places: resolution.places.map((place) => ({
      ...option(place),
      why: place.why,
      alternatives: place.alternatives.map(option),
    })),
    ms: Number(ms.toFixed(2)),
  }
}

/** What went wrong on a line of the posts file, 1-based. */
export interface LineProblem {
  readonly line: number
  readonly problem: string
}

/**
 * Identifies every post of a JSONL file and writes one line of results for each, in order. A line that is no post is
 * reported and left out.
 */
export async function identifyFile(
  input: string,
  output: string,
  deps: ResolveDeps,
): Promise<{ posts: number; problems: LineProblem[] }> {
  const lines = createInterface({ input: createReadStream(input), crlfDelay: Number.POSITIVE_INFINITY })
  const out = createWriteStream(output)
  const problems: LineProblem[] = []
  let line = 0
  let posts = 0
  for await (const text of lines) {
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

function parsePost(text: string) {
  try {
    const parsed = postSchema.safeParse(JSON.parse(text))
    return parsed.success
      ? { ok: true as const, post: parsed.data }
      : {
          ok: false as const,
          problem: parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; '),
        }
  } catch {
    return { ok: false as const, problem: 'not JSON' }
  }
}
