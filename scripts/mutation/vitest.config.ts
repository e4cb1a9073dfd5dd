import { useRunFolder } from '@antojo/testing/run-folder'
import { defineConfig } from 'vitest/config'
import { currentSet } from './sets.ts'

useRunFolder()

const { tests } = currentSet()
const needsDatabase = tests.some((glob) => glob.startsWith('apps/server'))

export default defineConfig({
  test: {
    include: [...tests],
    isolate: false,
    testTimeout: 60_000,
    // As in `npm test`: a mutant that only a slow test notices would pass it.
    tags: [{ name: 'slow' }],
    tagsFilter: ['!slow'],
    globalSetup: needsDatabase ? ['packages/testing/src/database-setup.ts'] : [],
  },
})
