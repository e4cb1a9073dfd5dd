/** npm run check: format, lint, types, structure and the unit tests. */
import { STATIC_CHECKS } from './static-checks.ts'
import { runSteps } from './steps.ts'

/** The packages whose tests need neither a database nor a server. */
const UNIT_TESTS = ['scripts', 'packages/domain', 'packages/contract', 'packages/i18n', 'apps/web']

const { failed } = await runSteps([
  ...STATIC_CHECKS,
  { name: 'unit tests', command: ['vitest', 'run', ...UNIT_TESTS] },
])
process.exitCode = failed.length > 0 ? 1 : 0
