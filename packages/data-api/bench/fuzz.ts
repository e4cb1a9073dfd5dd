/**
 * Sends generated requests to the data API: node packages/data-api/bench/fuzz.ts [REQUESTS] [SEED]
 * Ends with 1 and prints the requests when an answer was outside the contract.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@antojo/db/database'
import { migrate } from '@antojo/db/migrate'
import { fuzz } from '../testing/fuzz.ts'
import { serveLibrary } from '../testing/library-service.ts'

const requests = Number(process.argv[2] ?? 200_000)
const seed = Number(process.argv[3] ?? 1)

function list(counts: ReadonlyMap<unknown, number>): string[] {
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([key, count]) => `${String(key)} ${count}`)
}

const dir = await mkdtemp(join(tmpdir(), 'data-api-fuzz-'))
const database = await openDatabase({ kind: 'embedded', dir })
await migrate(database.pool, [])
const library = await serveLibrary(database)
try {
  const started = performance.now()
  const report = await fuzz(library.app, requests, seed)
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(
    [
      `${report.requests} requests in ${seconds.toFixed(0)} s, seed ${seed}`,
      `statuses: ${list(report.statuses).join(', ')}`,
      `codes: ${list(report.codes).join(', ')}`,
      ...report.failures.map((failure) => JSON.stringify(failure)),
      `${report.failures.length} failures\n`,
    ].join('\n'),
  )
  process.exitCode = report.failures.length === 0 ? 0 : 1
} finally {
  await library.close()
  await rm(dir, { recursive: true, force: true })
}
