/**
 * Mutation testing: changes the code in small ways, one at a time, and counts how many of these mutants a test detects:
 *
 * node scripts/mutation/run.ts            both sets node scripts/mutation/run.ts rules      one of them, see `sets.ts`
 *
 * The status is 1 when the score of a set is below its floor. `node_modules/.cache/mutants-SET.json` names the
 * survivors.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { runVisibly } from '../steps.ts'
import { MUTANT_SETS } from './sets.ts'

const report = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
})

const wanted = process.argv.slice(2)
for (const [set, { floor }] of Object.entries(MUTANT_SETS)) {
  if (wanted.length > 0 && !wanted.includes(set)) continue
  const file = `node_modules/.cache/mutants-${set}.json`
  await runVisibly(['stryker', 'run', 'scripts/mutation/stryker.config.ts'], {
    MUTANTS: set,
    MUTANTS_REPORT: file,
  })
  const { files } = report.parse(JSON.parse(await readFile(file, 'utf8')))
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const noticed = statuses.filter((status) => status === 'Killed' || status === 'Timeout').length
  const judged =
    noticed + statuses.filter((status) => status === 'Survived' || status === 'NoCoverage').length
  const score = (100 * noticed) / judged
  console.log(`${set}: ${noticed} of ${judged} mutants noticed, ${score.toFixed(1)} % (floor ${floor} %)`)
  if (!(score >= floor)) process.exitCode = 1
}
