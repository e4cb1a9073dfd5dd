import { currentSet } from './sets.ts'

/** Stryker works on a copy of the project, so the links to workspaces must point into the copy. */
const linkWorkspaces =
  "require('fs').cpSync('../../node_modules/@antojo','node_modules/@antojo',{recursive:true,verbatimSymlinks:true})"

/** Read by Stryker; `run.ts` passes the files and the environment. */
export default {
  mutate: currentSet().mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts' },
  symlinkNodeModules: false,
  buildCommand: `node -e ${linkWorkspaces}`,
  // A missing file on purpose: Stryker would rewrite the real one with an interface that TypeScript 7 lacks.
  tsconfigFile: 'none.json',
  concurrency: 2,
  ignoreStatic: true,
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  ignorePatterns: ['docs', 'e2e', 'demo'],
  tempDirName: '.mutants',
  reporters: ['json'],
  jsonReporter: { fileName: process.env['MUTANTS_REPORT'] },
}
