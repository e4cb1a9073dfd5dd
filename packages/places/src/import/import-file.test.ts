import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlaceIndex } from '../place-index.ts'
import { FORMATS, formatOf, importFile } from './import-file.ts'

let database: Database
let dir: string

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'antojo-import-'))
})

afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

async function file(name: string, content: string): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

const node = (id: number, lat: number, lon: number) => ({
  type: 'node',
  id,
  lat,
  lon,
  tags: { amenity: 'restaurant', name: `Casa ${id}` },
})

test.each([
  ['places.jsonl.gz', 'jsonl'],
  ['a/b/Madrid.GeoJSON', 'geojson'],
  ['overpass.json', 'overpass'],
  ['spain-latest.osm.pbf', 'osm-pbf'],
  ['part-00000.zstd.parquet', 'parquet'],
  ['denue_inegi_09_.csv', 'denue'],
  ['bares.tsv', 'csv'],
  ['places.xlsx', null],
])('%s is %s', (name, format) => expect(formatOf(name)).toBe(format))

test('the README has a row for each format', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  expect(FORMATS.filter((format) => !readme.includes(`| \`${format}\` |`))).toEqual([])
})

test('an OpenStreetMap file is imported with its credit; city and country follow from its points', async () => {
  // In the middle of Madrid, in Getafe south of it, and on the open sea.
  const elements = [node(1, 40.4168, -3.7038), node(2, 40.3057, -3.7329), node(3, 36.5, -30)]
  const result = await importFile(database.pool, await file('osm.json', JSON.stringify({ elements })))
  expect(result).toMatchObject({ ok: true, progress: { read: 3, inserted: 3 } })
  const index = createPlaceIndex(database.pool)
  expect(await index.byId('osm', 'node/1')).toMatchObject({ city: 'Madrid', country: 'ES' })
  expect(await index.byId('osm', 'node/2')).toMatchObject({ city: 'Getafe', country: 'ES' })
  expect(await index.byId('osm', 'node/3')).not.toHaveProperty('city')
  expect(await index.credits()).toMatchObject([
    { source: 'osm', title: '© OpenStreetMap contributors', licence: 'ODbL 1.0', places: 3 },
  ])
})

test('a file that cannot be imported gives the reason', async () => {
  const broken = await file('broken.geojson', '{"features": [{"type"')
  const noGzip = await file('plain.jsonl.gz', 'not packed')
  const problems: readonly [string, RegExp][] = [
    ['places.xlsx', /^its name says no format; give --format jsonl\|/u],
    [join(dir, 'none.jsonl'), /^ENOENT/u],
    [broken, /parse/u],
    [noGzip, /header/u],
  ]
  for (const [path, expected] of problems) {
    const result = await importFile(database.pool, path)
    expect(result.ok ? '' : result.problem).toMatch(expected)
  }
})

test('an import counts what it skips by reason, with the beginning of the first row', async () => {
  const lines = [
    '{"name":"Sin id","lat":1,"lng":2}',
    '{"name":"","lat":1,"lng":2}',
    '{"name":""}',
    `"${'x'.repeat(200)}`,
  ]
  const result = await importFile(database.pool, await file('rude.jsonl', lines.join('\n')))
  expect(result).toMatchObject({
    ok: true,
    progress: {
      read: 4,
      inserted: 1,
      skipped: 3,
      reasons: [
        { reason: 'no_name', rows: 2, example: lines[1] },
        { reason: 'malformed', rows: 1, example: `"${'x'.repeat(159)}` },
      ],
    },
  })
})
