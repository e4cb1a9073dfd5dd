/**
 * npm run test:attacks: floods a node from one network while a person uses it, then sends it broken input.
 *
 * npm run test:attacks -- [NAME…]      FUZZ_SECONDS=600 FLOOD_SECONDS=12 npm run test:attacks
 *
 * A flood fails the run when a request of the person fails, or when the node and its Postgres use more memory than
 * promised. An input that gets a 500 or no answer fails it too. Times are printed and never fail the run. Everything
 * stays on loopback and is bounded in time.
 */
import { buildWeb } from '../../../scripts/build-web.ts'
import { runFloods } from './attacks/floods.ts'
import { runFuzz } from './attacks/fuzz.ts'

await buildWeb()
const wanted = process.argv.slice(2)
const tallies = [await runFloods(wanted), await runFuzz(wanted)]
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
