import type { Database } from '@antojo/db/database'
import { ensureSeed } from '@antojo/places/import/ensure-seed'
import { createPlaceIndex } from '@antojo/places/place-index'
import { readAreaNames } from './area-names.ts'
import { loadModel } from './load-model.ts'
import { loadWordRanks } from './word-ranks.ts'

/** Everything that identification looks up, for commands that ask nobody but the index. */
export async function readLookups({ pool, genericPlanPool }: Database) {
  await ensureSeed(pool)
  return {
    places: createPlaceIndex(pool, genericPlanPool),
    gazetteer: await readAreaNames(pool),
    rank: loadWordRanks(),
    model: loadModel(),
  }
}
