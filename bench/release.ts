/**
 * Measures the fetch of one city out of a release of two million places, and its update: time, memory, and the bytes
 * that come for the row groups that hold the city.
 *
 * npm run bench -- release [--rows N] [--dir DIR]      DIR keeps the files of the release for the next run
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { startReleaseServer, writeRelease, type ReleaseFile } from '@antojo/testing/overture/release-server'
import { placesOf } from '@antojo/testing/overture/stand-in-places'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '2000000' }, dir: { type: 'string' } },
})
const rows = Number(values.rows)
const CITY = { name: 'Guadalajara', country: 'MX', lat: 20.67, lng: -103.35, places: 40_000 }
/** Degrees from the middle of a made city to its last place. */
const REACH = 0.1
const TOWN = 20_000
const FILE = 100_000
const CLI = fileURLToPath(new URL('../apps/server/src/cli/antojo.ts', import.meta.url))

const dir = values.dir ?? (await mkdtemp(join(tmpdir(), 'antojo-release-')))
const files = await releaseFiles()
const server = await startReleaseServer()
const dataDir = await mkdtemp(join(tmpdir(), 'antojo-fetched-'))
try {
  await server.publish('2026-10-21.0', files)
  const needed = await bytesOfCity()
  console.log(`${rows.toLocaleString('en')} places in ${files.length} files`)
  await measure('get', ['places', 'get', 'Guadalajara', '--yes'], needed)
  await server.publish('2026-11-18.0', files)
  await measure('update', ['places', 'update'], needed)
} finally {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
  if (values.dir === undefined) await rm(dir, { recursive: true })
}

/** The city's places first, then those of towns elsewhere, some thousands at once in memory. */
async function releaseFiles(): Promise<ReleaseFile[]> {
  const index = join(dir, `files-${rows}.json`)
  if (existsSync(index)) return JSON.parse(await readFile(index, 'utf8'))
  const written: ReleaseFile[] = []
  for (let made = 0; made < rows; made += FILE) {
    const towns = Array.from({ length: FILE / TOWN }, (_, n) => town(made / TOWN + n))
    const places = (made === 0 ? [CITY, ...towns.slice(2)] : towns).flatMap(placesOf)
    written.push(...(await writeRelease(join(dir, String(made)), places, { files: 1, rowGroupSize: 10_000 })))
    console.log(`${made + FILE} written`)
  }
  const named = await renamed(written)
  await writeFile(index, JSON.stringify(named))
  return named
}

function town(number: number) {
  const lat = -50 + ((number * 7.3) % 100)
  const lng = -170 + ((number * 13.7) % 340)
  return { name: `Town ${number}`, country: 'XX', lat, lng, places: TOWN }
}

/** Each file of a release has a name of its own. */
async function renamed(written: readonly ReleaseFile[]): Promise<ReleaseFile[]> {
  return Promise.all(
    written.map(async ({ path, bbox }, number) => {
      const to = join(dir, `part-${String(number).padStart(5, '0')}.zstd.parquet`)
      await rename(path, to)
      return { path: to, bbox }
    }),
  )
}

/** The compressed bytes of the row groups that hold places of the city, with all columns. */
async function bytesOfCity(): Promise<number> {
  let bytes = 0
  for (const { path } of files) {
    const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path))
    for (const { columns } of row_groups) {
      const bounds = new Map(
        columns.map(({ meta_data }) => [meta_data?.path_in_schema.join('.'), meta_data?.statistics]),
      )
      const reaches = (axis: 'x' | 'y', middle: number) =>
        Number(bounds.get(`bbox.${axis}min`)?.min_value) < middle + REACH &&
        Number(bounds.get(`bbox.${axis}max`)?.max_value) > middle - REACH
      if (!reaches('x', CITY.lng) || !reaches('y', CITY.lat)) continue
      for (const { meta_data } of columns) bytes += Number(meta_data?.total_compressed_size ?? 0)
    }
  }
  return bytes
}

async function measure(what: string, command: readonly string[], needed: number): Promise<void> {
  const before = server.sent.bytes
  const started = performance.now()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    OVERTURE_URL: server.url,
    ALLOW_PRIVATE_HOSTS: server.host,
  }
  const child = spawn(process.execPath, [CLI, ...command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  let peak = 0
  const watch = setInterval(() => void peakOf(child.pid).then((kb) => (peak = Math.max(peak, kb))), 100)
  const [status] = await once(child, 'exit')
  clearInterval(watch)
  const bytes = server.sent.bytes - before
  console.log(
    `${what}: status ${status}, ${((performance.now() - started) / 1000).toFixed(1)} s, ${(peak / 1024).toFixed(0)} MB at most, ` +
      `${(bytes / 1e6).toFixed(1)} MB read, ${(bytes / needed).toFixed(2)} x the city's row groups`,
  )
  console.log(said.trim().split('\n').slice(-3).join('\n'))
}

async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0)
}
