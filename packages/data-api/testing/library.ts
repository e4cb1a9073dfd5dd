import type { DataApiOptions } from '@antojo/data-api/plugin'
import { createTestDatabase } from '@antojo/testing/database'
import { type Library, serveLibrary } from './library-service.ts'

export { type CallOptions, type Library, tokenOf } from './library-service.ts'

/** Serves the data API on a fresh database with the test library, on a port of its own. */
export async function startLibrary(options: Partial<DataApiOptions> = {}): Promise<Library> {
  return serveLibrary(await createTestDatabase(), options)
}
