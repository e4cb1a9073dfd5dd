import { randomUUID } from 'node:crypto'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewInvitation, previewList } from './service.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a preview is in the language of its reader, with the addresses of its picture and its feed', async () => {
  const [user, video, list] = [randomUUID(), randomUUID(), randomUUID()]
  await database.pool.query(`insert into auth.users (id, email) values ($1, 'lupe@antojo.test')`, [user])
  await database.asSystem('make a list', async (tx) => {
    await sql`insert into videos (id, user_id, video_url) values (${video}, ${user}, 'https://example.org/1')`.execute(
      tx,
    )
    await sql`insert into video_lists (id, user_id, name, visibility) values (${list}, ${user}, 'Mariscos', 'unlisted')`.execute(
      tx,
    )
    await sql`insert into list_videos (list_id, video_id, added_by) values (${list}, ${video}, ${user})`.execute(
      tx,
    )
  })
  expect(await previewList(database, list, 'es')).toMatchObject({
    title: 'Mariscos · 1 restaurante',
    image: '/preview/Mexican.png',
  })
  expect(await previewList(database, list, 'en')).toEqual({
    title: 'Mariscos · 1 restaurant',
    description: 'A list of cravings to open, save and visit.',
    image: '/preview/Mexican.png',
    feed: `/list/${list}/feed.xml`,
  })
  expect(await previewList(database, randomUUID(), 'es')).toBeNull()
  await database.asSystem('show it', (tx) =>
    sql`update videos set thumbnail_url = '/img?ref=a' where id = ${video}`.execute(tx),
  )
  expect(await previewList(database, list, 'es')).toMatchObject({
    image: `/list/${list}/preview.jpg`,
    firstPicture: '/img?ref=a',
  })
})

test('the preview of an invitation names the list and the person who invites, and nothing for a made-up token', async () => {
  const [user, list] = [randomUUID(), randomUUID()]
  const token = 'a'.repeat(64)
  await database.pool.query(`insert into auth.users (id, email) values ($1, 'ana@antojo.test')`, [user])
  await database.asSystem('make an invitation', async (tx) => {
    await sql`update users set display_name = 'Ana' where id = ${user}`.execute(tx)
    await sql`insert into video_lists (id, user_id, name, share_options)
      values (${list}, ${user}, 'Domingos', '{"allow_collaborators": true}')`.execute(tx)
    await sql`insert into list_invites (user_id, list_id, access, token_hash)
      values (${user}, ${list}, 'view', sha256(${token}::bytea))`.execute(tx)
  })
  expect(await previewInvitation(database, token, 'es')).toEqual({
    title: 'Te invitaron a Domingos',
    description: 'Ana te invita a su lista',
    image: '/preview/Mexican.png',
  })
  expect(await previewInvitation(database, 'b'.repeat(64), 'es')).toBeNull()
  expect(await previewInvitation(database, 'favoritos', 'es')).toBeNull()
})

test('an outage of the database is not reported as an unknown list', async () => {
  const closed = await createTestDatabase()
  await closed.close()
  await expect(previewList(closed, randomUUID(), 'es')).rejects.toThrow('Cannot use a pool after calling end')
})
