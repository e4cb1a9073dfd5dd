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
    globalSetup: needsDatabase ? ['packages/testing/src/database-setup.ts'] : [],
  },
})
