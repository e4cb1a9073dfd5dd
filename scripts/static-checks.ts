import { runSteps } from './steps.ts'
import type { Outcome, Step } from './steps.ts'

/** Generates the types that the other checks need. */
const FIRST: Step = { name: 'messages compile', command: ['node', 'packages/i18n/compile.mjs'] }

const STATIC_CHECKS: readonly Step[] = [
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: ['tsc', '-p', 'apps/web'] },
  { name: 'types of the service worker', command: ['tsc', '-p', 'apps/web/service-worker'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'references of the documents', command: ['node', 'scripts/checks/check-documents.ts'] },
  { name: 'settings in the handbook', command: ['node', 'scripts/checks/settings-table.ts'] },
  { name: 'commands in the handbook', command: ['node', 'scripts/checks/command-help.ts'] },
  { name: 'budgets in the handbook', command: ['node', 'scripts/checks/budgets-table.ts'] },
  { name: 'licences', command: ['node', 'scripts/checks/licences.ts'] },
  { name: 'budget of lines', command: ['node', 'scripts/checks/line-budget.ts'], isShown: true },
  { name: 'structure', command: ['node', 'scripts/check-structure.ts'] },
]

/** Runs all checks that do not start the product, two at a time. */
export async function runStaticChecks(): Promise<Outcome> {
  const first = await runSteps([FIRST])
  const others = await runSteps(STATIC_CHECKS, 2)
  return { passed: first.passed + others.passed, failed: [...first.failed, ...others.failed] }
}
