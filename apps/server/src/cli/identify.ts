import { parseArgs } from 'node:util'
import { ensureSeed } from '@antojo/places/import/ensure-seed'
import { createPlaceIndex } from '@antojo/places/place-index'
import type { Config } from '../config/config.ts'
import { readAreaNames } from '../identify/area-names.ts'
import { loadWordRanks } from '../identify/word-ranks.ts'
import { identifyFile } from './identify-file.ts'
import { withDatabase } from './open-database.ts'

const usage = 'antojo identify --in posts.jsonl --out results.jsonl'

/** `antojo identify --in F --out F`: identifies a file of posts from their texts alone. Returns the exit code. */
export async function identifyCommand(config: Config, args: readonly string[]): Promise<number> {
  const options = { in: { type: 'string' }, out: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const { in: input, out: output } = values
  if (input === undefined || output === undefined) {
    console.error(usage)
    return 64
  }
  const { posts, problems } = await withDatabase(config, async (database) => {
    await ensureSeed(database.pool)
    const gazetteer = await readAreaNames(database.pool)
    return identifyFile(input, output, {
      places: createPlaceIndex(database.pool, database.genericPlanPool),
      gazetteer,
      rank: loadWordRanks(),
    })
  })
  for (const { line, problem } of problems) console.error(`${input}:${line}: ${problem}`)
  console.error(`${posts} posts → ${output}`)
  return problems.length > 0 ? 1 : 0
}
