/** npm run check: the static checks and the unit tests, which need neither a database nor a server. */
import { runStaticChecks } from './static-checks.ts'
import { runSteps } from './steps.ts'

const outcomes = [
  await runStaticChecks(),
  await runSteps([{ name: 'unit tests', command: ['vitest', 'run', '--project=unit'] }]),
]
process.exitCode = outcomes.some(({ failed }) => failed.length > 0) ? 1 : 0
