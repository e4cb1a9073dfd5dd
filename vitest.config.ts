import { useRunFolder } from '@antojo/testing/run-folder'
import { defineConfig } from 'vitest/config'

useRunFolder()

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // A busy machine may take this long for what a test waits for.
    expect: { poll: { timeout: 30_000 } },
    // One more than the cores of a small machine: many tests wait for other processes.
    maxWorkers: 3,
    // Loading the product's modules once for each worker halves the time that a run takes.
    isolate: false,
    tags: [{ name: 'slow', description: '`npm run test:all` runs it, `npm test` does not.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/{contract,domain,i18n,identify,imports}/**/*.test.ts',
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
