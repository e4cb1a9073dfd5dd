import { defineConfig } from 'vitest/config'

/** `npm run test:all` sets it; then the tests tagged `slow` run too. */
const isFullRun = process.env['ANTOJO_TESTS'] === 'all'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Loading the product's modules once for each worker halves the time that a run takes.
    isolate: false,
    tags: [{ name: 'slow', description: 'Runs with `npm run test:all` only.' }],
    tagsFilter: isFullRun ? [] : ['!slow'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/{contract,domain,i18n}/**/*.test.ts',
            'apps/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [
            'packages/{auth,data-api,db,places,testing}/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
          globalSetup: ['packages/testing/src/database-setup.ts'],
        },
      },
    ],
  },
})
