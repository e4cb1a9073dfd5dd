/**
 * Trains the model of identification on posts, and writes it.
 *
 * npm run train:identify -- [--posts FILE.jsonl …] [--places FILE.jsonl.gz …] [--data-dir DIR] [--cache FILE]
 *
 * Without options it learns from `packages/identify/training`. Writes `packages/identify/model.json`, raises its version, and
 * prints the model's figures in cross-validation. Equal posts and places give an equal file.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { summary } from '@antojo/identify/training/eval/report'
import { NAME_CUE_NAMES } from '@antojo/identify/candidates/name-cues'
import { FEATURES } from '@antojo/identify/features/evidence-table'
import { RIVAL_NAMES } from '@antojo/identify/model/rivals'
import { crossValidate, learn } from '@antojo/identify/training/train/train-model'
import { readRepository } from '../../scripts/structure/repository.ts'
import { MODEL_VERSION_FILE, modelFingerprint } from '../../scripts/structure/rules.ts'
import { gatherMaterial, materialOptions, partsOfWriters } from './material.ts'

/** The number of groups of writers for the calibration. */
const PARTS = 3

const { values } = parseArgs({ options: materialOptions })
await train()

async function train(): Promise<void> {
  const { posts, names, nameOdds } = await gatherMaterial(values)
  const start = performance.now()
  const { judgements, readings } = crossValidate(
    posts,
    (group) => console.error(`without ${group}`),
    partsOfWriters(posts, PARTS),
  )
  const model = {
    features: [...NAME_CUE_NAMES, ...FEATURES, ...RIVAL_NAMES],
    names,
    nameOdds,
    ...learn(posts),
    ...readings,
  }
  const seconds = Math.round((performance.now() - start) / 1000)
  const file = join(import.meta.dirname, '../../packages/identify/model.json')
  await writeFile(file, `${JSON.stringify(model, short)}\n`)
  await raiseVersion()
  console.log(
    `${posts.length} posts in ${seconds} s → ${file}, ${(await readFile(file)).length} bytes\n${summary(judgements)}`,
  )
}

/** Raises the version when the model has changed, so that stored analyses are made again. */
async function raiseVersion(): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  const fingerprint = modelFingerprint(readRepository(root))
  const file = join(root, MODEL_VERSION_FILE)
  const text = await readFile(file, 'utf8')
  if (text.includes(`'${fingerprint}'`)) return
  const raised = text
    .replace(/(?<=MODEL_VERSION = )\d+/, (version) => String(Number(version) + 1))
    .replace(/(?<=MODEL_FINGERPRINT = ')\w*/, fingerprint)
  await writeFile(file, raised)
}

/** Six digits are precise enough, and halve the file. */
function short(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value
}
