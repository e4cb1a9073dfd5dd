import { DEFAULT_SETTINGS } from '@antojo/domain/settings'
import { shareOptions } from '@antojo/domain/sharing'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
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
  [{ theme: 'sepia' }, 'theme_check'],
  [{ density: 'tight' }, 'density_check'],
  [{ layout: 'table' }, 'layout_check'],
  [{ default_sort: 'name' }, 'video_order_check'],
  [{ radius_km: 0.5 }, 'radius_km_check'],
  [{ radius_km: 101 }, 'radius_km_check'],
  [{ platforms: ['TikTok', 'MySpace'] }, 'user_settings_platforms_check'],
  [{ platforms: Array(5).fill('TikTok') }, 'user_settings_platforms_check'],
  [{ cuisines: Array(101).fill('Mexicana') }, 'user_settings_cuisines_check'],
  [{ dietary_filters: Array(101).fill('vegan') }, 'user_settings_dietary_filters_check'],
  [{ language: 'fr' }, 'language_check'],
  [{ map_style: 'terrain' }, 'map_style_check'],
  [{ directions_pref: 'bus' }, 'directions_app_check'],
  [{ default_visibility: 'friends' }, 'visibility_check'],
  [{ share_options: '{"show_creator": "yes"}' }, 'share_options_check'],
])('%j is refused by name', async (values, constraint) => {
  await expect(save(values)).rejects.toMatchObject({ code: '23514', constraint })
})

test('every choice of the screen can be saved', async () => {
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

test('the table holds every setting of the app, with its default', async () => {
  const ben = await createPerson(db, 'ben')
  const added = await db.withActor(ben, (tx) =>
    tx.insertInto('user_settings').defaultValues().returningAll().executeTakeFirstOrThrow(),
  )
  const own = { user_id: ben.id, created_at: expect.any(Date), updated_at: expect.any(Date) }
  // `each_video` replaced `group_by_place`, which databases of 1.0 have.
  expect(added).toEqual({ ...DEFAULT_SETTINGS, group_by_place: false, ...own })
})

test.each([{}, { allow_comments: true }, { show_creator: true }, { show_creator: false }])(
  'the app and the database read the options %j alike',
  async (options) => {
    const { rows } = await db.pool.query<{ shows: boolean; comments: boolean; others: boolean }>(
      `select app.shows_creator($1) as shows,
              coalesce(($1::jsonb ->> 'allow_comments')::boolean, false) as comments,
              coalesce(($1::jsonb ->> 'allow_collaborators')::boolean, false) as others`,
      [JSON.stringify(options)],
    )
    const {
      show_creator: shows,
      allow_comments: comments,
      allow_collaborators: others,
    } = shareOptions(options)
    expect(rows).toEqual([{ shows, comments, others }])
  },
)

test('a person who never chose has the options of the specification in both', async () => {
  const { rows } = await db.pool.query<{ options: unknown }>('select app.default_share_options() as options')
  expect(rows).toEqual([{ options: shareOptions(undefined) }])
})
