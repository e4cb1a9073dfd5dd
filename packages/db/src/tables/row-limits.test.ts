import { FIRST_DAY, ROW_LIMITS } from '@antojo/domain/transfer/row-limits'
import { createTestDatabase } from '@antojo/testing/database'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
import { createPerson } from './people.fixture.ts'

let db: Database
let ann: Actor & { readonly id: string }
beforeAll(async () => {
  db = await createTestDatabase()
  ann = await createPerson(db, 'ann')
})
afterAll(() => db.close())

const write = (actor: Actor, query: RawBuilder<unknown>) => db.withActor(actor, (tx) => query.execute(tx))

describe('a person has as many rows as the limits of the domain say, and no more', () => {
  const video = sql`(select id from videos where video_url = 'https://example.org/1')`
  const list = sql`(select id from video_lists where name = 'Todo')`
  beforeAll(async () => {
    await write(ann, sql`insert into video_lists (name) values ('Todo')`)
    await write(ann, sql`insert into videos (video_url) values ('https://example.org/1')`)
  })

  it.each([
    [
      'places of a video',
      ROW_LIMITS.placesOfVideo,
      (most: number) => sql`
        insert into video_places (video_id, place_id, name)
          select ${video}, 'x:' || n, 'A' from generate_series(1, ${most}::int) n`,
      sql`insert into video_places (video_id, place_id, name) values (${video}, 'x:0', 'A')`,
    ],
    [
      'corrections',
      ROW_LIMITS.corrections,
      (most: number) => sql`
        insert into corrections (user_id, restaurant_name)
          select ${ann.id}, 'Fonda' from generate_series(1, ${most}::int)`,
      sql`insert into corrections (restaurant_name) values ('Fonda')`,
    ],
  ])('%s', async (_, most, fill, another) => {
    await write(ann, fill(most))
    await expect(write(ann, another)).rejects.toMatchObject({ code: '23514' })
  })

  it('videos of a list', { tags: 'slow', timeout: 120_000 }, async () => {
    const most = ROW_LIMITS.videosOfList
    await write(
      ann,
      sql`insert into videos (video_url) select 'https://example.net/' || n from generate_series(0, ${most}::int) n`,
    )
    const add = (chosen: RawBuilder<unknown>) =>
      write(
        ann,
        sql`insert into list_videos (list_id, video_id) select ${list}, id from videos where ${chosen}`,
      )
    await add(sql`video_url like 'https://example.net/%' and video_url <> 'https://example.net/0'`)
    await expect(add(sql`video_url = 'https://example.net/0'`)).rejects.toMatchObject({ code: '23514' })
  })

  it('places that are moved to a full video', async () => {
    await write(ann, sql`insert into videos (video_url) values ('https://example.org/2')`)
    await write(
      ann,
      sql`insert into video_places (video_id, place_id, name)
            select id, 'y:1', 'A' from videos where video_url = 'https://example.org/2'`,
    )
    const move = write(ann, sql`update video_places set video_id = ${video} where place_id = 'y:1'`)
    await expect(move).rejects.toMatchObject({ code: '23514' })
  })
})

describe('a time from outside is neither of the future nor before the first day', () => {
  const before = new Date(FIRST_DAY - 1).toISOString()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const url = sql`'https://example.org/' || gen_random_uuid()`
  it.each([
    ['videos', (at: string) => sql`insert into videos (video_url, created_at) values (${url}, ${at})`],
    ['video_lists', (at: string) => sql`insert into video_lists (name, created_at) values ('A', ${at})`],
    [
      'user_places',
      (at: string) =>
        sql`insert into user_places (place_id, created_at) values (gen_random_uuid()::text, ${at})`,
    ],
    [
      'video_places',
      (at: string) => sql`
        insert into video_places (video_id, place_id, name, created_at)
          select id, gen_random_uuid()::text, 'A', ${at} from videos where video_url = 'https://example.org/3'`,
    ],
  ])('%s', async (_, insert) => {
    await write(
      ann,
      sql`insert into videos (video_url) values ('https://example.org/3') on conflict do nothing`,
    )
    await write(ann, insert(new Date(FIRST_DAY).toISOString()))
    for (const at of [before, later, 'infinity'])
      await expect(write(ann, insert(at))).rejects.toThrow('created_at')
  })

  it('also when a public video is put first later', async () => {
    await write(ann, sql`insert into videos (video_url) values ('https://example.org/first')`)
    const first = sql`update videos set created_at = ${later} where video_url = 'https://example.org/first'`
    await expect(write(ann, first)).rejects.toMatchObject({ code: '23514' })
  })
})
