import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@antojo/db/database'
import type { PlaceRecord } from '@antojo/places/import/record'
import { importPlaces } from '@antojo/places/import/run-import'
import { createPlaceIndex } from '@antojo/places/place-index'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadModel } from '../identify/pipeline/load-model.ts'
import { identifyFile } from './identify-file.ts'

let database: Database
let dir: string

async function* groups(): AsyncGenerator<PlaceRecord[]> {
  const where = {
    lat: 40.4168,
    lng: -3.7038,
    city: 'Madrid',
    country: 'ES',
    otherNames: [],
    categories: ['restaurant'],
    cuisine: [],
  }
  yield [{ source: 'test', sourceId: '1', name: 'Bodega Zurribarra', ...where }]
}

beforeAll(async () => {
  database = await createTestDatabase()
  await importPlaces(database.pool, groups())
  dir = await mkdtemp(join(tmpdir(), 'antojo-test-'))
})
afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

it('writes one line per post, in order, and reports lines that are not posts', async () => {
  const [input, output] = [join(dir, 'in.jsonl'), join(dir, 'out.jsonl')]
  const posts = [
    JSON.stringify({
      id: 'a',
      title: 'Hoy\u2028📍Bodega Zurribarra',
      hashtags: ['madrid'],
      city_hint: 'Madrid',
      ocr: null,
    }),
    'not json',
    '',
    JSON.stringify({ title: 'without an id' }),
    JSON.stringify({ id: 'b', title: '😋' }),
  ]
  await writeFile(input, posts.join('\r\n'))
  const done = await identifyFile(input, output, {
    places: createPlaceIndex(database.pool),
    gazetteer: { find: () => new Map() },
    rank: () => undefined,
    model: loadModel(),
  })
  expect(done.posts).toBe(2)
  expect(done.problems.map(({ line }) => line)).toEqual([2, 4])
  const lines = (await readFile(output, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(lines[0]).toMatchObject({
    decision: 'accepted',
    places: [
      {
        source: 'test',
        source_id: '1',
        name: 'Bodega Zurribarra',
        lat: 40.4168,
        lng: -3.7038,
        alternatives: [],
      },
    ],
  })
  expect(lines[0].places[0].why[0]).toMatchObject({
    kind: 'name',
    source: 'title',
    words: 'Bodega Zurribarra',
  })
  expect(lines[0].places[0].confidence).toBeGreaterThan(0.8)
  expect(lines[1]).toMatchObject({ decision: 'weak_data', places: [] })
})
