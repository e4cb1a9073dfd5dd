import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Database } from '../database.ts'
import { createPerson } from './people.fixture.ts'

let db: Database
let ann: Actor & { id: string }
beforeAll(async () => {
  db = await createTestDatabase()
  ann = await createPerson(db, 'ann')
})
afterAll(() => db.close())

const save = (values: object) =>
  db.withActor(ann, (tx) =>
    tx
      .insertInto('user_settings')
      .values(values)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

test.each([
  [{ theme: 'sepia' }, 'theme'],
  [{ density: 'tight' }, 'density'],
  [{ layout: 'table' }, 'layout'],
  [{ default_sort: 'name' }, 'video_order'],
  [{ radius_km: 0.5 }, 'radius_km'],
  [{ radius_km: 101 }, 'radius_km'],
  [{ platforms: ['TikTok', 'MySpace'] }, 'platforms'],
  [{ platforms: Array(5).fill('TikTok') }, 'platforms'],
  [{ cuisines: Array(101).fill('Mexicana') }, 'filter_values'],
  [{ dietary_filters: Array(101).fill('vegan') }, 'filter_values'],
  [{ language: 'fr' }, 'language'],
  [{ map_style: 'terrain' }, 'map_style'],
  [{ directions_pref: 'bus' }, 'directions_app'],
  [{ default_visibility: 'friends' }, 'visibility'],
  [{ share_options: '{"show_creator": "yes"}' }, 'share_options'],
])('%j is refused by name', async (values, domain) => {
  await expect(save(values)).rejects.toMatchObject({
    code: '23514',
    message: `value for domain app.${domain} violates check constraint "${domain}_check"`,
  })
})

test('what the screen offers is saved', async () => {
  const wished = {
    theme: 'contrast',
    density: 'compact',
    layout: 'map',
    default_sort: 'popular',
    radius_km: 100,
    platforms: ['Facebook'],
    cuisines: ['Mexicana'],
    dietary_filters: ['vegan'],
    language: 'en',
    map_style: 'satellite',
    directions_pref: 'uber',
    default_visibility: 'public',
  }
  expect(await save(wished)).toMatchObject(wished)
})
