/**
 * Measures identification over posts with known answers, by cross-validation: every writer's posts are judged by a model
 * that learned from the posts of the others.
 *
 *   npm run bench:identify -- --posts FILE.jsonl [--posts …] --places FILE.jsonl.gz [--places …]
 *                             [--data-dir DIR] [--cache FILE] [--out FILE.md] [--groups]
 *
 * Posts are as `antojo identify --in` reads them, with `kind` and `gold` (source, source_id, name, lat, lng). `--data-dir`
 * keeps the index for the next run, `--cache` the candidates of the posts. `--groups` adds what each group of features is
 * worth: the figures of a model that learned without it.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { calibrationTable, figuresBy, removedAccepted, summary, timeLine } from '@antojo/identify/eval/report'
import { FEATURE_GROUPS, FEATURES } from '@antojo/identify/features/feature-names'
import { crossValidate, type Judgement } from '@antojo/identify/train/train-model'
import type { TrainingPost } from '@antojo/identify/train/training-post'
import { gatherMaterial, materialOptions } from './identify/material.ts'

const { values } = parseArgs({
  options: { ...materialOptions, out: { type: 'string' }, groups: { type: 'boolean', default: false } },
})

if (values.posts.length === 0) {
  console.log('bench:identify needs --posts FILE (and --places FILE for an index); nothing measured.')
} else {
  const report = measure(await gatherMaterial(values))
  console.log(report)
  if (values.out !== undefined) await writeFile(values.out, `${report}\n`)
}

function measure(posts: readonly TrainingPost[]): string {
  const { judgements } = crossValidate(posts, (group) => console.error(`without ${group}`))
  const posed = (form: string): Judgement[] => judgements.filter((each) => each.posed.form === form)
  const plain = posed('plain')
  return [
    figuresBy(plain, ({ post }) => post.kind),
    figuresBy(plain, ({ post }) => `${post.kind}, ${post.style ?? 'no style'}`),
    figuresBy(plain, ({ post }) => `${post.writer}, ${post.kind}`),
    `right places removed from the index: accepted ${removedAccepted(posed('removed'))}`,
    `tagged:\n\n${figuresBy(posed('tagged'), ({ post }) => post.kind)}`,
    `hinted:\n\n${figuresBy(posed('hinted'), ({ post }) => post.kind)}`,
    calibrationTable(plain),
    timeLine(plain),
    ...(values.groups ? [worthOfGroups(posts, judgements)] : []),
  ].join('\n\n')
}

/** The figures without each group of features: what they lose is its worth. */
function worthOfGroups(posts: readonly TrainingPost[], judgements: readonly Judgement[]): string {
  const lines = Object.entries(FEATURE_GROUPS).map(([group, features]) => {
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
    return `- without ${group}: ${summary(crossValidate(without).judgements)}`
  })
  return [`- all features: ${summary(judgements)}`, ...lines].join('\n')
}
