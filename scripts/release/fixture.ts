import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@antojo/db/database'
import { startApp } from '@antojo/testing/app'
import type { AppClient } from '@antojo/testing/client'
import { loadPosts } from '@antojo/testing/sandbox/post'
import { sql } from 'kysely'
import sharp from 'sharp'
import { writeBackup } from '../../apps/server/src/features/backups/write-backup.ts'
import { belongingsOf, enter, type expectations } from '../../apps/server/tests/upgrade.fixture.ts'
import type { z } from 'zod'

const POSTS = fileURLToPath(new URL('../../demo/posts', import.meta.url))
/** Accepted, asked about, several places, without a place, and unreadable. */
const LINKS = [
  '01-contramar',
  '08-guerrin-hashtag',
  '10-three-pintxos',
  '12-chain-without-city',
  '14-recipe',
  '23-gone-tiktok',
]
/** Empty while nothing waits. */
const MAY_BE_EMPTY = new Set(['pgboss.job'])

/**
 * Fills the real server with something of every table, and writes a backup of it (`file` and .tar.gz) and what each
 * person has (`file` and .json). The
 * pictures are the sandbox's.
 */
export async function makeFixture(file: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antojo-release-'))
  const posts = await loadPosts(POSTS)
  const app = await startApp({ dataDir, posts })
  const socket = encodeURIComponent(join(dataDir, 'database/data'))
  const database = await openDatabase({ kind: 'postgres', url: `postgres://antojo@/antojo?host=${socket}` })
  try {
    const ana = await enter(app.url, 'ana')
    const luis = await enter(app.url, 'luis')
    const bea = await enter(app.url, 'bea')
    for (const id of LINKS) await ana.add(posts.find((post) => post.id === id)?.link ?? '')
    await luis.add(posts.find(({ id }) => id === '02-katz')?.link ?? '')
    await fillByHand(ana, luis)
    await fillDirectly(database, { ana: ana.userId, luis: luis.userId, bea: bea.userId })
    const expected: z.infer<typeof expectations> = {
      ...(await feedsOf(database, app.url)),
      people: { ana: await belongingsOf(ana), luis: await belongingsOf(luis), bea: await belongingsOf(bea) },
    }
    await database.pool.query(SECOND_STEP, [bea.userId])
    await mkdir(dirname(file), { recursive: true })
    const { tables } = await writeBackup(database.pool, join(dataDir, 'none'), `${file}.tar.gz`)
    await chmod(`${file}.tar.gz`, 0o644)
    const empty = Object.entries(tables).flatMap(([name, { rows }]) =>
      rows === 0 && !MAY_BE_EMPTY.has(name) ? [name] : [],
    )
    if (empty.length > 0) throw new Error(`The fixture lacks rows of ${empty.join(', ')}.`)
    await writeFile(`${file}.json`, JSON.stringify(expected))
  } finally {
    await database.close()
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What people do in the app. */
async function fillByHand(ana: AppClient, luis: AppClient): Promise<void> {
  const post = async (person: AppClient, path: string, body: object | string, method = 'POST') => {
    const answer = await person.request(path, {
      method,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: typeof body === 'string' ? { 'content-type': 'application/octet-stream' } : {},
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
  const red = { create: { width: 64, height: 64, channels: 3, background: 'red' } } as const
  const image = (await sharp(red).png().toBuffer()).toString('base64')
  await post(ana, '/account/picture', { image }, 'PUT')
  await post(ana, '/rest/v1/user_settings', { user_id: ana.userId, theme: 'dark', radius_km: 25 })
  await post(ana, '/rest/v1/video_lists', {
    name: 'Domingo',
    description: 'con amigos',
    visibility: 'unlisted',
    share_options: { allow_comments: true, allow_collaborators: true, show_creator: true },
  })
  await post(ana, '/rest/v1/video_lists', { name: 'Se borra' })
  await post(ana, '/rest/v1/video_lists?name=eq.Se%20borra', {}, 'DELETE')
  await post(ana, '/tokens', { name: 'Atajo', scopes: ['capture', 'read'], expiresInDays: 365 })
  await post(luis, '/imports?name=lugares.csv', 'name,address,city\nCasa Labra,Tetuán 12,Madrid\n')
}

interface Ids {
  readonly ana: string
  readonly luis: string
  readonly bea: string
}

/** What takes other people, other services or time. */
async function fillDirectly(database: Database, { ana, luis, bea }: Ids): Promise<void> {
  const hash = createHash('sha256').update('made for the fixture').digest()
  await database.asSystem('fill the fixture', async (tx) => {
    await sql`update users set display_name = initcap(split_part(email, '@', 1))`.execute(tx)
    await sql`insert into user_places (user_id, place_id, place_name, want, visited_on, own_rating, note, dish)
      select user_id, enrich_place_id, restaurant_name, true, '{2026-02-01,2026-05-06}', 4.5, E'Pedir "la de siempre"\n¡mucho!', 'tostadas'
        from videos where enrich_place_id is not null on conflict do nothing`.execute(tx)
    await sql`insert into corrections (user_id, video_id, canonical_url, platform, creator_name, to_place_id, restaurant_name,
        creator, name, name_key, located_by, network, is_established)
      select user_id, id, canonical_url, platform, creator_name, 'antojo:lardo', 'Lardo', 'TikTok @' || creator_name,
        'Contramar', 'contramar', '{city}', '203.0.113.0/24', true from videos where user_id = ${ana} limit 1`.execute(
      tx,
    )
    await sql`insert into list_members (list_id, user_id, access)
      select id, ${luis}, 'edit' from video_lists where name = 'Domingo'`.execute(tx)
    await sql`insert into list_videos (list_id, video_id, user_id, added_by, position)
      select l.id, v.id, l.user_id, v.user_id, 1.5 from video_lists l, videos v
       where l.name = 'Domingo' and v.restaurant_name is not null and v.user_id = l.user_id`.execute(tx)
    await sql`insert into list_comments (user_id, list_id, body)
      select u.id, l.id, 'Vamos, dice ' || u.display_name from video_lists l, users u
       where l.name = 'Domingo' and u.id in (${ana}, ${luis})`.execute(tx)
    await sql`insert into list_invites (user_id, list_id, access, token_hash)
      select user_id, id, 'view', ${hash} from video_lists where name = 'Domingo'`.execute(tx)
    await sql`insert into list_reports (user_id, list_id, video_id, body)
      select user_id, list_id, video_id, 'Ya no está ahí' from list_videos where user_id = ${ana} limit 1`.execute(
      tx,
    )
    await sql`insert into live_feeds (user_id, list_id) select user_id, id from video_lists where name = 'Domingo'`.execute(
      tx,
    )
    await sql`insert into live_feeds (user_id) values (${ana})`.execute(tx)
    await sql`insert into signup_invitations (user_id, token_hash, max_accounts) values (${ana}, ${hash}, 3)`.execute(
      tx,
    )
    await sql`insert into import_entries (user_id, import_id, list_id, video_id, position)
      select i.user_id, i.id, l.id, v.id, 0 from imports i join videos v using (user_id) join video_lists l using (user_id)
       where l.kind = 'favorites' limit 1`.execute(tx)
    await sql`insert into app.paid_calls values ('2026-11-01', 'llm', 12, 3)`.execute(tx)
    await sql`insert into place_areas (name, source, release, west, south, east, north, country, state)
      values ('Madrid', 'overture', '2026-11-18.0', -3.9, 40.3, -3.5, 40.6, 'ES', 'done')`.execute(tx)
    await sql`insert into place_changes (area_id, place_id, kinds) select id, 1, '{closed}' from place_areas`.execute(
      tx,
    )
  })
  for (const statement of AUTH_ROWS) await database.pool.query(statement, [bea])
}

const SECOND_STEP = `insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret, status)
  values ($1, 'totp', 'teléfono', 'JBSWY3DPEHPK3PXP', 'verified')`

/** Rows of sign-ins that were begun, and of identity providers. */
const AUTH_ROWS = [
  `with factor as (insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret)
      values ($1, 'totp', 'por confirmar', 'JBSWY3DPEHPK3PXP') returning id)
   insert into auth.mfa_challenges (factor_id, ip_address) select id, '203.0.113.7' from factor`,
  `insert into auth.one_time_tokens (user_id, token_type, relates_to, code_hash) values ($1, 'recovery', 'bea@antojo.test', 'x')`,
  `insert into auth.passkeys (user_id, credential_id, public_key) values ($1, 'credential', 'key')`,
  `insert into auth.passkey_challenges (user_id, challenge) values ($1, 'challenge')`,
  `insert into auth.known_origins (user_id, origin) values ($1, 'origin') on conflict do nothing`,
  `with used as (select $1::uuid) insert into auth.used_messages (hash) values ('message')`,
  `with flow as (insert into auth.flow_states (user_id, provider_type, authentication_method)
      values ($1, 'saml', 'sso/saml') returning id),
    provider as (insert into auth.sso_providers (entity_id, metadata_xml) values ('https://idp.example', '<x/>') returning id),
    domain as (insert into auth.sso_domains (sso_provider_id, domain) select id, 'idp.example' from provider)
   insert into auth.saml_relay_states (sso_provider_id, flow_state_id, request_id)
    select provider.id, flow.id, 'request' from provider, flow`,
]

async function feedsOf(database: Database, url: string): Promise<{ feeds: string[]; feed: string }> {
  const found = await database.asSystem('read the live links', (tx) =>
    tx.selectFrom('live_feeds').select('id').orderBy('list_id').execute(),
  )
  const feeds = found.map(({ id }) => `/feeds/${id}/places.geojson`)
  return { feeds, feed: await (await fetch(url + (feeds[0] ?? ''))).text() }
}
