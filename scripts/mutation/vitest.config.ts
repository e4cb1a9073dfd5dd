import { useRunFolder } from '@antojo/testing/run-folder'
import { defineConfig } from 'vitest/config'
import { currentSet } from './sets.ts'

useRunFolder()

const { tests } = currentSet()
const needsDatabase = tests.some((glob) => glob.startsWith('apps/server'))

/** A mutant that only a slow test notices would pass `npm test`. The types of the configuration lack this option. */
const asInTests = { tagsFilter: ['!slow'] }

export default defineConfig({
  test: {
    include: [...tests],
    isolate: false,
    testTimeout: 60_000,
    tags: [{ name: 'slow' }],
    ...asInTests,
    globalSetup: needsDatabase ? ['packages/testing/src/database-setup.ts'] : [],
  },
})
