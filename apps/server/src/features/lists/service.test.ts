import { randomUUID } from 'node:crypto'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewList } from './service.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a preview is in the language of its reader and has the address of the picture without its blurred copy', async () => {
  const [user, video, list] = [randomUUID(), randomUUID(), randomUUID()]
  await database.pool.query(`insert into auth.users (id, email) values ($1, 'lupe@antojo.test')`, [user])
  await database.asSystem('make a list', async (tx) => {
    await sql`insert into videos (id, user_id, video_url, thumbnail_url)
      values (${video}, ${user}, 'https://example.org/1', '/img?u=a&w=800#UklGRiIAAABXRUJQ')`.execute(tx)
    await sql`insert into video_lists (id, user_id, name, visibility) values (${list}, ${user}, 'Mariscos', 'unlisted')`.execute(
      tx,
    )
    await sql`insert into list_videos (list_id, video_id, added_by) values (${list}, ${video}, ${user})`.execute(
      tx,
    )
  })
  expect(await previewList(database, list, 'es')).toMatchObject({
    title: 'Mariscos · 1 restaurante',
    image: '/img?u=a&w=800',
  })
  expect(await previewList(database, list, 'en')).toEqual({
    title: 'Mariscos · 1 restaurant',
    description: 'A list of cravings to open, save and visit.',
    image: '/img?u=a&w=800',
  })
  expect(await previewList(database, randomUUID(), 'es')).toBeNull()
})

test('an outage of the database is not reported as an unknown list', async () => {
  const closed = await createTestDatabase()
  await closed.close()
  await expect(previewList(closed, randomUUID(), 'es')).rejects.toThrow('Cannot use a pool after calling end')
})
