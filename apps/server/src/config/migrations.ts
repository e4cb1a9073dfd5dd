import { fileURLToPath } from 'node:url'
import type { MigrationSource } from '@antojo/db/migrate'

/** The folders of all migrations, in the order in which they are applied. */
export const migrationSources: readonly MigrationSource[] = [
  { name: 'auth', dir: path('../../../../packages/auth/migrations') },
  { name: 'places', dir: path('../../../../packages/places/migrations') },
  { name: 'app', dir: path('../../../../db/migrations') },
]

/** The folder of the built web app. */
export const webDist = path('../../../web/dist')

function path(fromHere: string): string {
  return fileURLToPath(new URL(fromHere, import.meta.url))
}
