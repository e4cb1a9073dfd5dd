/**
 * Measures identification over posts with known answers, by cross-validation: every writer's posts are judged by a
 * model that learned from the posts of the others.
 *
 * npm run bench:identify -- [--posts FILE.jsonl …] [--held FILE.jsonl …] [--places FILE.jsonl.gz …] [--data-dir DIR]
 * [--cache FILE] [--out FILE.md] [--parts N] [--groups] [--time]
 *
 * Without `--posts` and `--places` it measures with `packages/identify/training`. Posts of `--held` are judged, and never
 * learned from.
 *
 * Posts have the format of `antojo identify --in`, with `kind` and `gold` (source, source_id, name, lat, lng).
 * `--data-dir` keeps the index for the next run, `--cache` the candidates of the posts. `--parts` leaves out a group of
 * writers at a time instead of one writer, which takes less time. `--groups` adds the value of each group of features:
 * the figures of a model that learned without it. `--time` only measures how long the current model takes for a post.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  acceptedLine,
  calibrationTable,
  figuresBy,
  mixTable,
  removedAccepted,
  summary,
  timeLine,
} from '@antojo/identify/training/eval/report'
import { EVIDENCE, FEATURES } from '@antojo/identify/features/evidence-table'
import { crossValidate, type Judgement } from '@antojo/identify/training/train/train-model'
import type { TrainingPost } from '@antojo/identify/training/train/training-post'
import {
  gatherMaterial,
  type Material,
  materialOptions,
  partsOfWriters,
  timesOfPosts,
} from './identify/material.ts'

const { values } = parseArgs({
  options: {
    ...materialOptions,
    out: { type: 'string' },
    parts: { type: 'string' },
    groups: { type: 'boolean', default: false },
    time: { type: 'boolean', default: false },
  },
})

function measure({ posts, held }: Material): string {
  const groupOf =
    values.parts === undefined
      ? ({ writer }: TrainingPost): string => writer
      : partsOfWriters(posts, Number(values.parts))
  const learned = posts.filter(({ writer }) => !held.has(writer))
  const start = performance.now()
  const { judgements } = crossValidate(posts, (group) => console.error(`without ${group}`), groupOf, held)
  const posed = (form: string): Judgement[] => judgements.filter((each) => each.posed.form === form)
  const plain = posed('plain')
  console.error(
    `${Math.round((performance.now() - start) / 1000)} s to learn; to find and describe the candidates: ${timeLine(plain.map((each) => each.posed.ms))}`,
  )
  const writers = new Set(posts.map(groupOf)).size
  return [
    '# Figures of identification',
    `Written by \`npm run bench:identify -- ${values.parts === undefined ? '' : `--parts ${values.parts} `}--out docs/accuracy-figures.md\`; [accuracy.md](accuracy.md) says what they mean. ${posts.length} posts with the made lists, which the tables leave out; ${writers} groups of writers, each judged by a model that learned from the others.`,
    '## By kind of post',
    figuresBy(plain, ({ post }) => post.kind),
    '## By kind and style',
    figuresBy(plain, ({ post }) => `${post.kind}, ${post.style ?? 'no style'}`),
    '## At the mix of life: twenty posts about nothing to one about a place',
    mixTable(plain),
    '## By writer',
    figuresBy(plain, ({ post }) => `${post.writer}, ${post.kind}`),
    '## Indexes without the right place',
    `The right places removed from the index: accepted ${removedAccepted(posed('removed'))}.`,
    `The list of places that comes with the product: ${acceptedLine(posed('builtIn'))}.`,
    `Indexes of few places: ${acceptedLine([...posed('thinned'), ...posed('absent')])}.`,
    '## With the location tag of the place',
    figuresBy(posed('tagged'), ({ post }) => post.kind),
    '## With the name that the person gives',
    figuresBy(posed('hinted'), ({ post }) => post.kind),
    '## Calibration',
    calibrationTable(plain),
    ...(values.groups ? ['## Without a group of features', worthOfGroups(learned, groupOf, judgements)] : []),
  ].join('\n\n')
}

/** The figures without each group of features: the loss is the value of the group. */
function worthOfGroups(
  posts: readonly TrainingPost[],
  groupOf: (post: TrainingPost) => string,
  judgements: readonly Judgement[],
): string {
  const lines = Object.entries(EVIDENCE).map(([group, features]) => {
    console.error(`without the features of ${group}`)
    const isOwn = FEATURES.map((name) => name in features)
    const without = posts.map((post) => ({
      ...post,
      posed: post.posed.map((posed) => ({
        ...posed,
        competitors: posed.competitors.map((each) => ({
          ...each,
          x: each.x.map((value, i) => (isOwn[i] ? 0 : value)),
        })),
      })),
    }))
    return `- without ${group}: ${summary(crossValidate(without, () => {}, groupOf).judgements)}`
  })
  return [`- all features: ${summary(judgements)}`, ...lines].join('\n')
}

const report = values.time ? timeLine(await timesOfPosts(values)) : measure(await gatherMaterial(values))
console.log(report)
if (values.out !== undefined) await writeFile(values.out, `${report}\n`)
