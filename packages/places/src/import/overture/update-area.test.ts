import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@antojo/db/database'
import { nameKey } from '@antojo/domain/text'
import { createTestDatabase, socketUrl } from '@antojo/testing/database'
import { type CityRelease, startCityRelease } from '@antojo/testing/overture/city-release'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type KnownArea, listAreas, recordArea } from '../../areas.ts'
import { createPlaceIndex } from '../../place-index.ts'
import { fetchArea, planArea } from './fetch-area.ts'
import { readByFetch } from './read-by-fetch.fixture.ts'
import { type AreaChanges, undoUpdate, updateArea } from './update-area.ts'

const EXTENT = { box: { west: -103.6, south: 20.4, east: -103.1, north: 20.9 } }

let dir: string
let release: CityRelease
let database: Database

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-parts-'))
  release = await startCityRelease()
  database = await createTestDatabase()
  const plan = await planArea(release.url, EXTENT, { read: readByFetch })
  await fetchArea(database.pool, plan, { read: readByFetch, dir })
  await recordArea(database.pool, { ...plan, name: 'Guadalajara' }, EXTENT)
})
afterEach(async () => {
  await database.close()
  await release.close()
  await rm(dir, { recursive: true })
})

async function known(): Promise<KnownArea> {
  const [area] = await listAreas(database.pool)
  if (area === undefined) throw new Error('no area')
  return area
}

async function update(): Promise<AreaChanges> {
  const plan = await planArea(release.url, EXTENT, { read: readByFetch })
  return updateArea(database.pool, await known(), plan, { read: readByFetch, dir })
}

/** Everything that look-ups read of the area, without ids and times. */
async function indexed(): Promise<unknown> {
  const [places, names, keys] = await Promise.all([
    database.pool.query(
      `select to_jsonb(p) - 'updated_at' - 'id' as row from places p where closed_at is null order by source, source_id`,
    ),
    database.pool.query(
      'select n.key, n.short, n.lat, n.lng, p.source_id from place_names n join places p on p.id = place_id order by 1, 5',
    ),
    database.pool.query('select key, places from place_keys where places > 0 order by key'),
  ])
  return [places.rows, names.rows, keys.rows]
}

async function found(name: string): Promise<readonly string[]> {
  const hits = await createPlaceIndex(database.pool).byKeys([nameKey(name)])
  return [...new Set(hits.map(({ place }) => `${place.name} ${place.lat.toFixed(4)}`))]
}

test('an update counts each kind of change, and look-ups follow; a second one changes nothing', async () => {
  const before = await known()
  await release.publishNovember()
  expect(await update()).toEqual({ closed: 2, moved: 1, renamed: 1, new: 2, replaced: 1 })
  expect(await known()).toMatchObject({ release: '2026-11-18.0', places: before.places - 1 })
  expect(await found('La Chata de Juárez')).toEqual([])
  expect(await found('Karne Garibaldi')).toEqual([])
  expect(await found('El Compadre Nacho')).toEqual(['El Compadre Nacho 20.6716'])
  expect(await found('El Pilón Dorado')).toEqual([])
  expect(await found('La Pila Dorada')).toEqual(['La Pila Dorada 20.6702'])
  expect(await found('Tortas Toño')).toEqual(['Tortas Toño 20.6702'])
  expect(await createPlaceIndex(database.pool).byId('overture', 'La-Chata-de-Juárez')).not.toBeNull()
  expect(await update()).toEqual({})
})

test('what a later release has again is back, and the index is as it was', async () => {
  const october = await indexed()
  await release.publishNovember()
  await update()
  await release.publishDecember()
  expect(await update()).toEqual({ back: 3, moved: 1, renamed: 1, closed: 1, replaced: 1 })
  expect(await indexed()).toEqual(october)
})

test('undone, an update leaves the area of before, and cannot be undone twice', async () => {
  const october = await indexed()
  await release.publishNovember()
  await update()
  expect(await undoUpdate(database.pool, await known())).toBe(7)
  expect(await indexed()).toEqual(october)
  expect(await known()).toMatchObject({ release: '2026-10-21.0' })
  expect(await undoUpdate(database.pool, await known())).toBeNull()
  await update()
  await release.publishDecember()
  const november = await indexed()
  await update()
  await undoUpdate(database.pool, await known())
  expect(await indexed()).toEqual(november)
})

test('a release that lacks most of the area is refused', async () => {
  const october = await indexed()
  await release.publishBroken()
  await expect(update()).rejects.toMatchObject({ problem: 'wrong_content' })
  expect(await indexed()).toEqual(october)
})

test.each([
  ['gone', 'not_found'],
  ['html', 'wrong_content'],
] as const)('a bucket that is %s leaves the area of before', async (rudeness, problem) => {
  const october = await indexed()
  await release.publishNovember()
  release.behave(rudeness, 5)
  await expect(update()).rejects.toMatchObject({ problem })
  expect(await indexed()).toEqual(october)
})

test('a slow bucket is read to the end', async () => {
  await release.publishNovember()
  release.behave('slow')
  expect(await update()).toMatchObject({ closed: 2 })
})

test('a busy bucket ends as unreachable after some tries', { tags: 'slow' }, async () => {
  await release.publishNovember()
  release.behave('busy')
  await expect(update()).rejects.toMatchObject({ problem: 'unreachable' })
})

test('killed after its places were written, an update leaves the area of before', async () => {
  const october = await indexed()
  await release.publishNovember()
  const holder = await database.pool.connect()
  await holder.query('begin; lock table place_changes in share mode')
  const { rows } = await holder.query<{ name: string }>('select current_database() as name')
  const { id } = await known()
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'update-area.fixture.ts'),
    socketUrl(inject('databaseSocketDir'), rows[0]?.name ?? ''),
    release.url,
    dir,
    id,
  ])
  const ended = once(child, 'close')
  const waiting = async () =>
    (
      await database.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from place_changes%'`,
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  child.kill('SIGKILL')
  await ended
  await holder.query('rollback')
  holder.release()
  expect(await indexed()).toEqual(october)
  expect(await known()).toMatchObject({ release: '2026-10-21.0' })
  expect(await update()).toMatchObject({ closed: 2, new: 2 })
})
