/** Code that is mutated, the tests that should detect the mutants, and the share that they have to detect. */
export interface MutantSet {
  /** Globs of files, in Stryker's syntax. */
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** The lowest mutation score, in percent. */
  readonly floor: number
}

export const MUTANT_SETS: Readonly<Record<string, MutantSet>> = {
  /** The rules of the domain, the readers of imports, and the decision of identification. */
  rules: {
    mutate: [
      'packages/{domain,imports}/src/**/*.ts',
      'packages/identify/src/{costs,decide}.ts',
      '!**/*.{test,fixture}.ts',
    ],
    tests: ['packages/{domain,identify,imports}/**/*.test.ts'],
    floor: 60,
  },
  /** Adding, from the link to the row, against a real database. */
  adding: {
    mutate: [
      'apps/server/src/features/videos/add/{add,keep,read,resolve,finish}.ts',
      'apps/server/src/features/videos/{confirm,try-again}.ts',
    ],
    tests: [
      'apps/server/src/features/videos/**/*.test.ts',
      'apps/server/tests/{add-video,kept-links,places-on-demand}.test.ts',
    ],
    floor: 60,
  },
}

/** The set of this run, which `run.ts` passes through the environment. */
export function currentSet(): MutantSet {
  const set = MUTANT_SETS[process.env['MUTANTS'] ?? '']
  if (set === undefined) throw new Error('MUTANTS names no set of mutants.')
  return set
}
