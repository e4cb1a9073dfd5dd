import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from '../testing/fuzz.ts'
import { type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library.close())

/** bench/fuzz.ts sends any number of requests. */
const REQUESTS = 1_500

test('every answer follows the contract, whatever the request', async () => {
  const report = await fuzz(library.app, REQUESTS, 4)
  expect(report.failures).toEqual([])
  expect(report.requests).toBe(REQUESTS)
  expect(report.statuses.get(200)).toBeGreaterThan(REQUESTS / 20)
}, 60_000)
