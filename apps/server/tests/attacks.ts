/**
 * npm run test:attacks: floods a node from one network while a person uses it, then sends it broken input.
 *
 *   npm run test:attacks -- [NAME…]      FUZZ_SECONDS=600 FLOOD_SECONDS=12 npm run test:attacks
 *
 * A flood fails the run when something did not work for the person, or when the node and its Postgres held more than
 * the promised memory. An input that gives 500 or no answer fails it too. Times are printed and never fail. Everything stays on loopback and is bounded in time.
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
