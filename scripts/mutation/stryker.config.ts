import { currentSet } from './sets.ts'

/** Read by Stryker; `run.ts` passes the files and the environment. */
export default {
  mutate: currentSet().mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts' },
  symlinkNodeModules: false,
  buildCommand: 'node scripts/mutation/link-packages.ts',
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
