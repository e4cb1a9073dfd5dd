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

test('a chat gets the address of the picture, without the blur that stands in for it in the app', async () => {
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
  expect(await previewList(database, list)).toMatchObject({
    title: 'Mariscos · 1 restaurante',
    image: '/img?u=a&w=800',
  })
  expect(await previewList(database, randomUUID())).toBeNull()
})

test('an outage of the database is not an unknown list', async () => {
  const closed = await createTestDatabase()
  await closed.close()
  await expect(previewList(closed, randomUUID())).rejects.toThrow('Cannot use a pool after calling end')
})
