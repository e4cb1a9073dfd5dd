import { fileURLToPath } from 'node:url'
import type { MigrationSource } from '@antojo/db/migrate'

/** All migrations of the product, in the server's order. */
export const MIGRATION_SOURCES: readonly MigrationSource[] = [
  { name: 'auth', dir: path('../../auth/migrations') },
  { name: 'places', dir: path('../../places/migrations') },
  { name: 'app', dir: path('../../../db/migrations') },
]

function path(fromHere: string): string {
  return fileURLToPath(new URL(fromHere, import.meta.url))
}
