/** Code that is changed in small ways, the tests that shall notice, and the share of changes that they have to notice. */
export interface MutantSet {
  /** Globs of files, as Stryker reads them. */
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** Percent. */
  readonly floor: number
}

export const MUTANT_SETS: Readonly<Record<string, MutantSet>> = {
  /** The rules of the domain, the readers of imports, and the decision of identification. */
  rules: {
    mutate: [
      'packages/{domain,imports}/src/**/*.ts',
      'packages/identify/src/decide.ts',
      '!**/*.{test,fixture}.ts',
    ],
    tests: ['packages/{domain,identify,imports}/**/*.test.ts'],
    floor: 60,
  },
  /** From the link to the row, against a real database. */
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

/** The set of this run, which `run.ts` puts into the environment. */
export function currentSet(): MutantSet {
  const set = MUTANT_SETS[process.env['MUTANTS'] ?? '']
  if (set === undefined) throw new Error('MUTANTS names no set of mutants.')
  return set
}
