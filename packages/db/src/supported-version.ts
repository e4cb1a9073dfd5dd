import type pg from 'pg'
import { serverVersion } from './health.ts'

/** The oldest Postgres with separate grant options to inherit a role and to set it, which row security depends on. */
export const MIN_POSTGRES = 16

/** The server is older than `MIN_POSTGRES`; the message says what to do. */
export class UnsupportedPostgres extends Error {
  override readonly name = 'UnsupportedPostgres'
}

/** Why this version, such as `15.18 (Debian 15.18-0+deb12u1)`, is not supported; null for a supported one. */
export function versionProblem(version: string): string | null {
  if (Number.parseInt(version, 10) >= MIN_POSTGRES) return null
  return `Postgres ${version} is too old: Antojo needs ${MIN_POSTGRES} or newer. Upgrade it, or remove DATABASE_URL to use the Postgres that comes with Antojo.`
}

export async function requireSupportedPostgres(pool: pg.Pool): Promise<void> {
  const problem = versionProblem(await serverVersion(pool))
  if (problem !== null) throw new UnsupportedPostgres(problem)
}
