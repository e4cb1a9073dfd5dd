import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FEATURES } from '@antojo/identify/features/evidence-table'
import { NAME_CUE_NAMES } from '@antojo/identify/candidates/name-cues'
import type { Model } from '@antojo/identify/model/model'
import { RIVAL_NAMES } from '@antojo/identify/model/rivals'
import { z } from 'zod'

const numbers = z.array(z.number())
const linear = z.object({ bias: z.number(), scale: numbers, weight: numbers })
const tree = z.object({ feature: numbers, threshold: z.array(z.number().nullable()), leaf: numbers })
const words = z.object({ bias: z.number(), weight: z.record(z.string(), z.number()) })
const counts = z.record(z.string(), z.number())
const modelSchema = z.object({
  features: z.array(z.string()),
  names: z.object({ total: z.number(), words: counts, places: counts }),
  nameOdds: linear,
  alone: linear,
  visit: words,
  role: words,
  linear,
  trees: z.object({ bias: z.number(), depth: z.number(), trees: z.array(tree) }),
  calibration: linear,
  several: linear,
})

/**
 * Loads the model that `npm run train:identify` wrote. Its features must be those of this program, in the same order.
 */
export function loadModel(): Model {
  const file = fileURLToPath(import.meta.resolve('@antojo/identify/model.json'))
  const { features, ...model } = modelSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const known = [...NAME_CUE_NAMES, ...FEATURES, ...RIVAL_NAMES]
  if (features.join() !== known.join())
    throw new Error(`${file} was learned from other features: run npm run train:identify`)
  return model
}
