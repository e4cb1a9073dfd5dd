/** Code that is mutated, the tests that should detect the mutants, and the share that they have to detect. */
export interface MutantSet {
  /** Globs of files, in Stryker's syntax. */
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** The lowest mutation score, in percent. */
  readonly floor: number
}

export const MUTANT_SETS: Readonly<Record<string, MutantSet>> = {
  /** Links, hours and limits of the domain, what an import makes of its entries, and the decision of identification. */
  rules: {
    mutate: [
      'packages/domain/src/links/{find-urls,link,tracking}.ts',
      'packages/domain/src/hours/hours.ts',
      'packages/domain/src/places/*.ts',
      'packages/imports/src/{collect,read-entry}.ts',
      'packages/identify/src/{costs,decide}.ts',
      '!**/*.test.ts',
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
