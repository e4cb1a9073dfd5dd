import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GUEST_ACTOR } from '../src/core/request-scope.ts'
import { partsOf } from '../src/features/exports/repo.ts'
import { previewList } from '../src/features/lists/service.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A repeatable number below `max`. */
const below = (max: number, ...of: readonly unknown[]): number =>
  createHash('sha256').update(of.join(' ')).digest().readUInt16BE() % max

/** A person with places of one to four videos each, of which a list holds some, and a shared link and an invitation to it. */
async function makeCollection(seed: number) {
  const ids = {
    user: randomUUID(),
    list: randomUUID(),
    token: createHash('sha256').update(`${seed}`).digest('hex'),
  }
  const placed = Array.from({ length: seed * 3 }, (_, place) =>
    Array.from({ length: 1 + below(4, seed, place) }, (__, n) => ({ place: `osm:${seed}-${place}`, n })),
  ).flat()
  const listed = placed.filter(({ place, n }) => below(3, seed, place, n) > 0)
  await database.pool.query(`insert into auth.users (id, email) values ($1, $2)`, [
    ids.user,
    `${seed}@antojo.test`,
  ])
  await database.asSystem('make a collection', async (tx) => {
    await sql`insert into video_lists (id, user_id, name, visibility, share_options)
      values (${ids.list}, ${ids.user}, 'Tacos', 'unlisted', '{"allow_collaborators": true}')`.execute(tx)
    await sql`insert into list_invites (user_id, list_id, access, token_hash)
      values (${ids.user}, ${ids.list}, 'view', sha256(${ids.token}::bytea))`.execute(tx)
    for (const row of placed) {
      const id = randomUUID()
      await sql`insert into videos (id, user_id, video_url, restaurant_name, enrich_place_id)
        values (${id}, ${ids.user}, ${`https://example.org/${id}`}, ${row.place}, ${row.place})`.execute(tx)
      if (listed.includes(row))
        await sql`insert into list_videos (list_id, video_id, added_by)
          values (${ids.list}, ${id}, ${ids.user})`.execute(tx)
    }
    await sql`insert into videos (user_id, video_url, identify_state) values (${ids.user}, ${`https://example.org/open${seed}`}, 'unidentified')`.execute(
      tx,
    )
  })
  const count = (rows: typeof placed) => new Set(rows.map(({ place }) => place)).size
  return { ...ids, places: count(placed), videos: placed.length, inList: count(listed) }
}

it.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'a collection counts its places alike on home, in lists, shared links, invitations, previews and exports: %i',
  async (seed) => {
    const made = await makeCollection(seed)
    const actor = { role: 'authenticated', claims: { sub: made.user, role: 'authenticated' } } as const
    const own = await database.withActor(actor, async (tx) => {
      const { rows } = await sql<{
        n: number
      }>`select place_count(l) as n from video_lists l where id = ${made.list}`.execute(tx)
      const exported = async (list?: string) =>
        (await partsOf(tx, made.user, list)).reduce((sum, { places }) => sum + places, 0)
      const home = await sql<{ places: number; videos: number }>`
        select s.* from jsonb_to_record(collection_summary('{}')) as s (places int, videos int)`.execute(tx)
      return {
        ...home.rows[0],
        list: rows[0]?.n,
        exported: await exported(),
        listExported: await exported(made.list),
      }
    })
    const guest = await database.withActor(GUEST_ACTOR, async (tx) => {
      const shared = await sql<{
        n: number
      }>`select video_count as n from read_list(${made.list}::uuid)`.execute(tx)
      const invited = await sql<{
        n: number
      }>`select video_count as n from read_list_invite(${made.token})`.execute(tx)
      return { shared: shared.rows[0]?.n, invited: invited.rows[0]?.n }
    })
    const preview = await previewList(database, made.list, 'es')
    expect({ ...own, ...guest, title: preview?.title }).toEqual({
      places: made.places,
      videos: made.videos,
      list: made.inList,
      exported: made.places,
      listExported: made.inList,
      shared: made.inList,
      invited: made.inList,
      title: `Tacos · ${made.inList} ${made.inList === 1 ? 'restaurante' : 'restaurantes'}`,
    })
  },
)
