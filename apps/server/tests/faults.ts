/**
 * Causes real faults, bounded in time; run by `npm run test:faults`, or
 *
 * node apps/server/tests/faults.ts [NAME…]      KILLS=50 node apps/server/tests/faults.ts
 *
 * After each fault, every acknowledged write must be saved exactly once, and no job may be lost or take effect twice.
 * Prints the time until the product answers again. `npm run bench -- failover` kills primaries of the cluster.
 */
import { faults } from './faults/scenarios.ts'

const wanted = process.argv.slice(2)
const chosen = faults.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
let failed = 0
for (const { name, run } of chosen) {
  const started = performance.now()
  try {
    const told = await run()
    console.log(`✓ ${name}: ${told} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
  } catch (error) {
    failed += 1
    console.log(`✗ ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 || chosen.length === 0 ? 1 : 0
