import { nameKey } from '@antojo/domain/text'
import { coreOf } from '../../src/candidates/local-names.ts'
import { headOf } from '../../src/candidates/candidate.ts'
import { nameCues, nameReading } from '../../src/candidates/name-cues.ts'
import { possibleNames } from '../../src/candidates/name-guesses.ts'
import type { KnownNames } from '../../src/model/known-names.ts'
import type { LinearModel } from '../../src/model/linear.ts'
import { evidenceOfPost } from '../../src/post-file.ts'
import { readTexts, type ResolveDeps } from '../../src/resolve.ts'
import type { LabelledPost } from '../eval/posts.ts'
import { fitLinear, type Example } from './fit-linear.ts'

const RIDGE = 3
/** The model before it is learned. */
const UNLEARNED: LinearModel = { bias: 0, scale: [], weight: [] }

/** Learns from posts that name their place which of their words are its name. */
export async function fitNames(
  posts: readonly LabelledPost[],
  deps: ResolveDeps & { readonly names: KnownNames },
): Promise<LinearModel> {
  const examples: Example[] = []
  for (const post of posts) {
    const names = new Set(post.gold.flatMap(({ name }) => spellings(name)))
    const { spans, context } = await readTexts(evidenceOfPost(post), {
      ...deps,
      model: { names: deps.names, nameOdds: UNLEARNED },
    })
    const reading = nameReading(context)
    const lines = possibleNames(spans, reading).map(({ span, key }) => ({
      x: nameCues(span, reading),
      y: names.has(joined(key)) || names.has(joined(span.key)) ? 1 : 0,
      weight: 1,
    }))
    if (lines.some(({ y }) => y === 1)) examples.push(...lines)
  }
  return fitLinear(examples, RIDGE)
}

const joined = (key: string): string => key.replaceAll(' ', '')

/** A name without spaces: whole, before a separator, and without generic words around it. */
function spellings(name: string): string[] {
  const keys = [nameKey(name), nameKey(headOf(name))]
  return keys.flatMap((key) => [joined(key), coreOf(key.split(' ')).join('')]).filter((key) => key !== '')
}
