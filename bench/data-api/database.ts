import { asSuperuser, createAppDatabase } from '@antojo/db/embedded/provision'
import { type EmbeddedServer, startServer } from '@antojo/db/embedded/server'
import { migrate } from '@antojo/db/migrate'
import { MIGRATION_SOURCES } from '@antojo/testing/database-sources'
import { Pool } from 'pg'
import { z } from 'zod'

export const USERS = 2_000
const VIDEOS_PER_USER = 100

/** Additional users with different numbers of videos, to measure how answer times grow. */
export const collectors = {
  small: { user: USERS + 1, videos: 100 },
  large: { user: USERS + 2, videos: 100_000 },
}

/** The id of the n-th user, list or video owner; the SQL below derives ids in the same way. */
export function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

const id = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/** Triggers are off during these statements, because the rows are complete already. */
const fill = [
  `insert into users (id, email, display_name)
   select ${id('n')}, n || '@bench.test', 'Usuario ' || n from generate_series(1, ${USERS + 2}) n`,
  `insert into user_settings (user_id) select id from users`,
  videosOf(`generate_series(1, ${USERS}) u, generate_series(1, ${VIDEOS_PER_USER}) v`, 'null'),
  ...Object.values(collectors).map(({ user, videos }) =>
    videosOf(`(select ${user} as u) owner, generate_series(1, ${videos}) v`, '19 + (v % 1000) / 1000.0'),
  ),
  `insert into app.video_search (user_id, video_id, names, stems)
   select user_id, id, app.fold(restaurant_name || ' ' || title || ' ' || creator_name),
          app.stems(restaurant_name || ' ' || title, 'A') || app.stems(description, 'D')
     from videos where user_id in (${Object.values(collectors)
       .map(({ user }) => id(String(user)))
       .join(', ')})`,
  'analyze videos',
  `insert into video_lists (id, user_id, name, visibility)
   select ${id('n')}, ${id('n')}, 'Lista ' || n, 'private' from generate_series(1, ${USERS}) n`,
  `insert into list_videos (list_id, user_id, added_by, video_id, position)
   select l.id, l.user_id, l.user_id, v.id, v.rank
   from video_lists l cross join lateral (
     select id, row_number() over () as rank from videos where user_id = l.user_id limit 20) v`,
]

/** Only the collectors have coordinates, because only they are queried by distance. */
function videosOf(rows: string, latitude: string): string {
  return `insert into videos (user_id, created_at, platform, video_url, canonical_url, thumbnail_url, title,
      creator_name, description, views, likes, restaurant_name, restaurant_address, restaurant_location,
      restaurant_cuisine, restaurant_rating, restaurant_price_range, visibility, share_options,
      enrich_place_id, enrich_place_lat, enrich_place_lng, decision)
    select ${id('u')}, timestamptz '2026-01-01' + v * interval '1 minute' + u * interval '1 second',
      (array['TikTok', 'Instagram', 'YouTube', 'Facebook'])[1 + v % 4], 'https://www.tiktok.com/@foodie/video/' || u || '-' || v,
      'https://www.tiktok.com/@foodie/video/' || u || '-' || v, '/img/' || u || '/' || v || '.webp',
      'Los mejores tacos al pastor de la ciudad, parte ' || v, '@foodie' || (v % 50),
      'Fuimos a probar los tacos de los que todo el mundo habla y esto fue lo que encontramos #foodie #tacos',
      v * 1000, v * 10, 'Taquería ' || v, 'Calle ' || v || ' 123, Roma Norte', 'Ciudad de México',
      'Mexicana', 3 + (v % 20) / 10.0, '$$', 'private', app.default_share_options(),
      'osm:' || v, ${latitude}, -99 - (v / 1000) / 1000.0, 'accepted'
    from ${rows}`
}

/** These indexes are rebuilt after the rows are in, which is many times faster. */
const SECONDARY_INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i where i.indrelid = 'videos'::regclass and not exists (
    select from pg_constraint k where k.conindid = i.indexrelid)`

export interface BenchDatabase {
  readonly server: EmbeddedServer
  readonly pool: Pool
  readonly close: () => Promise<void>
}

/** Starts a Postgres in `dir` with the product's tables and 300,000 videos. */
export async function startBenchDatabase(dir: string): Promise<BenchDatabase> {
  const server = await startServer({ dir })
  const connection = await createAppDatabase(server)
  const pool = new Pool({ ...connection, max: 4 })
  // `pool.end` does not wait until the connections are closed, so Postgres may end before them.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  await migrate(pool, MIGRATION_SOURCES)
  await asSuperuser(server, connection.database ?? 'antojo', async (client) => {
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query(SECONDARY_INDEXES)
    const indexes = z.array(z.object({ name: z.string(), definition: z.string() })).parse(rows)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of fill) await client.query(statement)
    for (const { definition } of indexes) await client.query(definition)
  })
  await asSuperuser(server, connection.database ?? 'antojo', (client) => client.query('vacuum analyze'))
  return {
    server,
    pool,
    close: async () => {
      await pool.end()
      await server.stop()
    },
  }
}
