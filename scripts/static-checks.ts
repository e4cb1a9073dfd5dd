import type { Step } from './steps.ts'

/** Everything that is checked without running the product. */
export const STATIC_CHECKS: readonly Step[] = [
  { name: 'messages compile', command: ['node', 'packages/i18n/compile.mjs'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: ['tsc', '-p', 'apps/web'] },
  { name: 'types of the service worker', command: ['tsc', '-p', 'apps/web/service-worker'] },
  { name: 'references of the documents', command: ['node', 'scripts/checks/check-documents.ts'] },
  { name: 'settings in the handbook', command: ['node', 'scripts/checks/settings-table.ts'] },
  { name: 'budgets in the handbook', command: ['node', 'scripts/checks/budgets-table.ts'] },
  { name: 'licences', command: ['node', 'scripts/checks/licences.ts'] },
  { name: 'structure', command: ['node', 'scripts/check-structure.ts'] },
]
