import { randomUUID } from 'node:crypto'
import type { Database } from '@antojo/db/database'
import type { Actor } from '@antojo/db/scope'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placesFile } from './service.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const FURTHER = 3
const userOf = (id: string): { id: string; actor: Actor } => ({
  id,
  actor: { role: 'authenticated', claims: { sub: id, role: 'authenticated' } },
})

/** An account with a list of its videos, which show further places with a note each, and somebody who may see the list. */
async function fill(videos: number) {
  const [owner, member, list] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [owner, member])
    await database.pool.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@antojo.test`])
  await database.asSystem(
    'test',
    async (tx) => {
      await sql`
        insert into videos (user_id, video_url, restaurant_name, enrich_place_id, enrich_place_lat, enrich_place_lng)
          select ${owner}, 'https://example.org/' || n, 'Lugar ' || n, 'x:' || md5(n::text), 19, -99
            from generate_series(1, ${videos}::int) n`.execute(tx)
      // Of each video's places the last is the first of another video, and so not a further one.
      await sql`
        insert into video_places (user_id, video_id, place_id, position, name)
          select user_id, id, 'y:' || md5(id::text || n), n, 'Otro' from videos, generate_series(1, ${FURTHER}::int) n
           where user_id = ${owner}
          union all
          select user_id, id, 'x:' || md5('1'), 9, 'Lugar 1' from videos where user_id = ${owner}`.execute(tx)
      await sql`
        insert into user_places (user_id, place_id, note)
          select user_id, place_id, 'Con calma' from video_places where user_id = ${owner} group by 1, 2`.execute(
        tx,
      )
      await sql`insert into video_lists (id, user_id, name) values (${list}, ${owner}, 'Todo')`.execute(tx)
      await sql`
        insert into list_videos (list_id, video_id, added_by)
          select ${list}, id, user_id from videos where user_id = ${owner}`.execute(tx)
      await sql`insert into list_members (list_id, user_id, access) values (${list}, ${member}, 'view')`.execute(
        tx,
      )
    },
    { timeoutMs: 120_000 },
  )
  await database.pool.query('analyze')
  return { owner: userOf(owner), member: userOf(member), list }
}

async function exported(user: ReturnType<typeof userOf>, list?: string) {
  const started = performance.now()
  const wanted = { format: 'csv', list, isPrivate: true, language: 'es' } as const
  const { places, text } = await placesFile(database, user, wanted)
  const lines: string[] = []
  for await (const piece of text) lines.push(...piece.split('\r\n').filter(Boolean))
  return { places, rows: lines.slice(1), ms: performance.now() - started }
}

test('a file has each first and each further place once, for the owner and for a member of a list', async () => {
  const { owner, member, list } = await fill(600)
  for (const [user, of] of [
    [owner, undefined],
    [member, list],
  ] as const) {
    const { places, rows } = await exported(user, of)
    expect(places).toBe(600 * (1 + FURTHER))
    expect(rows).toHaveLength(places)
    expect(rows.filter((row) => row.startsWith('"Lugar 1",'))).toHaveLength(1)
    expect(rows.filter((row) => row.startsWith('"Otro"'))).toHaveLength(600 * FURTHER)
  }
  expect((await exported(owner)).rows.filter((row) => row.includes('"Todo"'))).toHaveLength(
    600 * (1 + FURTHER),
  )
  expect((await exported(userOf(randomUUID()), list)).rows).toEqual([])
})

test('ten times as many videos take some ten times as long', { tags: 'slow', timeout: 300_000 }, async () => {
  const [few, many] = [await fill(2_000), await fill(20_000)]
  for (const who of ['owner', 'member'] as const) {
    const of = who === 'owner' ? undefined : 'list'
    const time = async (filled: typeof few) => {
      const times = []
      for (const _ of [1, 2, 3]) times.push((await exported(filled[who], of && filled.list)).ms)
      return Math.min(...times)
    }
    const [short, long] = [await time(few), await time(many)]
    // A time that grows with the square would be 100 times as long; other work on the machine costs some.
    expect(long / short).toBeLessThan(30)
  }
})
