import { statfs } from 'node:fs/promises'
import type { DecodingConfinement, InstallationProblem, InstallationReport } from '@antojo/contract/admin'
import type { Database } from '@antojo/db/database'
import { serverVersion } from '@antojo/db/health'
import { VERSION } from '@antojo/db/version'
import type { Config } from '../../config/config.ts'
import { startWarnings } from '../../config/start-warnings.ts'
import type { Backups } from '../backups/service.ts'

/** Below this, copies of pictures are no longer stored. */
export const MIN_FREE_BYTES = 1024 ** 3

/** The facts about the answering node that administrators need. */
export async function reportInstallation(
  config: Config,
  {
    database,
    backups,
  }: { readonly database: Pick<Database, 'pool'>; readonly backups: Pick<Backups, 'report'> },
  confinement: DecodingConfinement,
): Promise<InstallationReport> {
  const [postgres, { problem, ...made }, { bavail, bsize }] = await Promise.all([
    serverVersion(database.pool),
    backups.report(),
    statfs(config.dataDir),
  ])
  const problems: InstallationProblem[] = startWarnings(config).map(({ code }) => code)
  if (problem !== null) problems.push(problem)
  if (bavail * bsize < MIN_FREE_BYTES) problems.push('disk_nearly_full')
  if (confinement.readsFiles || confinement.reachesNetwork) problems.push('decoders_exposed')
  return {
    versions: { antojo: VERSION, node: process.versions.node, postgres },
    embedded: config.database.kind === 'embedded',
    ...made,
    problems,
  }
}
