import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from '../testing/fuzz.ts'
import { type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library.close())

/** For more requests, or others: FUZZ_REQUESTS=200000 FUZZ_SEED=5. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 4)

test(
  'every answer follows the contract, whatever the request',
  async () => {
    const report = await fuzz(library.app, REQUESTS, SEED)
    expect(report.failures).toEqual([])
    expect(report.requests).toBe(REQUESTS)
    expect(report.statuses.get(200)).toBeGreaterThan(REQUESTS / 20)
  },
  60_000 + REQUESTS,
)
