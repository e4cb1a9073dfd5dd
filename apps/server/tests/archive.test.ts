import { errorBody } from '@antojo/contract/error-codes'
import type { ImportView } from '@antojo/contract/transfer/imports'
import type { AppClient } from '@antojo/testing/client'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { archiveOf, contentOf, exportArchive } from './archive.fixture.ts'
import { importOf, PATIENTLY, preview, remove, rows, start, upload } from './imports.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const VIDEOS = 300

let from: TestNode
let to: TestNode

beforeAll(async () => {
  ;[from, to] = await Promise.all([startTestNode([]), startTestNode([])])
})
afterAll(() => Promise.all([from.stop(), to.stop()]))

/** Fills an account of the first node with something of each kind. */
async function fill(person: AppClient, friend: AppClient): Promise<void> {
  const owner = sql.val(person.userId)
  await from.database.asSystem('test', async (tx) => {
    await sql`
      insert into videos (user_id, platform, video_url, canonical_url, created_at, title, creator_name, views, likes,
          thumbnail_url, restaurant_name, restaurant_address, restaurant_rating, diet_tags, opening_hours_weekday_text,
          reviews, extracted_ingredients, visibility, share_options, enrich_place_id, enrich_place_name,
          enrich_place_lat, enrich_place_lng, enrich_confidence, enrich_state, decision, identify_state,
          identify_reason, identify_question, identified_at)
        select ${owner}, case when n % 5 = 0 then 'Other' else 'TikTok' end, 'https://vm.tiktok.com/' || n,
               'https://www.tiktok.com/@_/video/' || 7300000000000000000 + n,
               '2024-01-01'::timestamptz + n * interval '1.000001 hour', 'Taco "' || n || '" 🌮', 'ana' || n, n, 2 * n,
               '/img?u=x&w=800#c21hbGw', p.name, p.name || ' 5', 4.5, '{vegan,"sin, gluten"}', '["lunes: 9–18"]',
               '[{"text": "Rico"}]', '["maíz"]', case when n % 7 = 0 then 'public' else 'private' end,
               '{"allow_comments": false, "show_creator": false, "allow_collaborators": true}',
               case when n % 3 > 0 then 'antojo:lugar-' || n % 10 end, p.name, 19.4 + n * 0.0001, -99.1, 0.9, 'done',
               'corrected', s.state, case when s.state = 'unidentified' then 'no_restaurant_name' end,
               case when s.state = 'question' then '[{"name": "Fonda"}]'::jsonb end, '2024-03-01'
          from generate_series(1, ${VIDEOS}::int) n
         cross join lateral (select case n % 11 when 0 then 'question' when 1 then 'unidentified' else 'identified' end as state) s
         cross join lateral (select case when s.state = 'identified' then 'Lugar ' || n % 10 end as name) p`.execute(
      tx,
    )
    await sql`
      insert into video_places (user_id, video_id, place_id, position, name, lat, lng, cuisine, evidence)
        select user_id, id, 'antojo:lugar-' || p, p, 'Lugar ' || p, 19.4, -99.1, '{tacos}', '[{"kind": "name"}]'
          from videos, generate_series(0, 1) p where user_id = ${owner} and restaurant_name is not null`.execute(
      tx,
    )
    await sql`
      insert into user_places (user_id, place_id, place_name, want, visited_on, own_rating, note, dish, created_at)
        select distinct on (coalesce(enrich_place_id, id::text)) user_id, coalesce(enrich_place_id, id::text),
               restaurant_name, true, '{2024-02-01,2024-05-06}', 4.5, 'Pedir "' || title || E'"\n¡mucho!', 'tostadas', '2024-04-01'
          from videos where user_id = ${owner} and restaurant_name is not null`.execute(tx)
    await sql`
      insert into corrections (user_id, video_id, canonical_url, platform, creator_name, to_place_id, restaurant_name,
          creator, name, name_key, located_by, network, is_established, created_at)
        select user_id, id, canonical_url, platform, creator_name, 'antojo:lugar-1', 'Lugar 1', 'TikTok @' || creator_name,
               'El Lugar', 'ellugar', '{city}', '203.0.113.0/24', true, '2024-04-02'
          from videos where user_id = ${owner} and views % 9 = 2`.execute(tx)
    await sql`
      insert into video_lists (user_id, name, description, visibility, position, share_options, created_at)
        values (${owner}, 'Cenas', 'con amigos', 'unlisted', 2, '{"allow_collaborators": true}', '2024-01-02'),
               (${owner}, 'Cenas', null, 'private', 3, '{"allow_comments": true}', '2024-01-03')`.execute(tx)
    await sql`
      insert into list_videos (list_id, video_id, user_id, added_by, position, created_at)
        select l.id, v.id, l.user_id, l.user_id, (v.views * 7) % 13 + 0.5, '2024-06-01'
          from video_lists l join videos v on v.user_id = l.user_id and v.restaurant_name is not null
           and (l.description is not null or v.views % 2 = 0)
         where l.user_id = ${owner} and l.kind in ('custom', 'favorites', 'want_to_try')`.execute(tx)
    await sql`update users set display_name = 'Luis' where id = ${friend.userId}`.execute(tx)
    await sql`
      insert into list_members (list_id, user_id, access)
        select id, ${friend.userId}, 'edit' from video_lists where user_id = ${owner} and kind = 'custom'`.execute(
      tx,
    )
    await sql`
      insert into list_comments (user_id, list_id, body, created_at)
        select u.id, l.id, 'Comentario de ' || u.email, '2024-07-01'
          from video_lists l, users u where (l.kind = 'custom' and l.user_id = ${owner} or l.kind = 'visited' and l.user_id = ${friend.userId})
           and u.id in (${owner}, ${friend.userId})`.execute(tx)
    await sql`
      insert into user_settings (user_id, theme, radius_km, cuisines) values (${owner}, 'dark', 25, '{mexicana}')`.execute(
      tx,
    )
  })
  const red = { create: { width: 400, height: 300, channels: 3, background: 'red' } } as const
  const image = (await sharp(red).png().toBuffer()).toString('base64')
  const answer = await person.request('/account/picture', { method: 'PUT', body: JSON.stringify({ image }) })
  expect(answer.status).toBe(200)
}

/** The content without what another Antojo cannot have: other people, and who and when. Ids order rows of one moment. */
function comparable(archive: Uint8Array) {
  const { header, lists, comments: _, ...rest } = contentOf(archive)
  const { comments: __, ...counts } = header.rows
  const own = lists.map(({ members: ___, ...list }) => list).map(builtInAsMade)
  const sorted = Object.entries({ ...rest, lists: own }).map(([name, part]) => [
    name,
    Array.isArray(part) ? part.map((row) => JSON.stringify(row)).toSorted() : part,
  ])
  return { counts, sorted }
}

/** The built-in lists are those of the account, made with it. */
function builtInAsMade<L extends { kind: string; created_at: string }>(list: L) {
  return list.kind === 'custom' ? list : { ...list, created_at: '' }
}

/** Restores a previewed file, and waits for its end. */
async function restore(person: AppClient, found: ImportView): Promise<ImportView> {
  expect(await start(person, found, [0])).toMatchObject({ state: 'running' })
  await vi.waitFor(
    async () => expect(await importOf(person, found)).toMatchObject({ state: 'done' }),
    PATIENTLY,
  )
  return importOf(person, found)
}

async function code(answer: Response): Promise<string> {
  return errorBody.parse(await answer.json()).error
}

describe('Antojo’s own file', () => {
  it('brings everything to another Antojo, is undone as a whole, and comes twice without doubling', async () => {
    const [ana, luis] = [await from.person('ana'), await from.person('luis')]
    await fill(ana, luis)
    const archive = await exportArchive(ana)
    const made = contentOf(archive)
    expect(made.lists.find(({ description }) => description === 'con amigos')?.members).toEqual([
      { name: 'Luis', access: 'edit' },
    ])
    expect(new TextDecoder().decode(Buffer.concat(Object.values(unzipSync(archive))))).not.toContain(
      '203.0.113',
    )
    expect(made.comments).toEqual([{ body: expect.stringContaining('ana'), created_at: expect.any(String) }])
    expect(made.videos).toHaveLength(VIDEOS)

    const bea = await to.person('bea')
    const before = comparable(await exportArchive(bea))
    const found = await preview(bea, 'antojo.zip', archive)
    expect(found).toMatchObject({ format: 'antojo', parts: [{ kind: 'file', total: VIDEOS, known: 0 }] })
    expect(comparable(await exportArchive(bea))).toEqual(before)
    const done = await restore(bea, found)
    expect(done).toMatchObject({ state: 'done', counts: { waiting: 0, known: 0, reading: 0 } })
    expect(done.counts.identified + done.counts.open).toBe(VIDEOS)
    const there = await exportArchive(bea)
    expect(comparable(there)).toEqual(comparable(archive))

    const again = await preview(bea, 'antojo.zip', there)
    expect(again).toMatchObject({ counts: { waiting: 0, known: VIDEOS } })
    await restore(bea, again)
    expect(comparable(await exportArchive(bea))).toEqual(comparable(archive))

    expect((await remove(bea, again)).status).toBe(204)
    expect(comparable(await exportArchive(bea))).toEqual(comparable(archive))
    expect((await remove(bea, found)).status).toBe(204)
    expect(comparable(await exportArchive(bea))).toEqual(before)
  })
})

const FILES = async (person: AppClient) => unzipSync(await exportArchive(person))
const without = (files: Record<string, Uint8Array>, left: string) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== left))
const withHeader = (files: Record<string, Uint8Array>, change: (text: string) => string) =>
  zipSync({ ...files, 'antojo.json': strToU8(change(new TextDecoder().decode(files['antojo.json']))) })

describe('a file is refused with its own words, and nothing is added', () => {
  it.each<readonly [string, string, (files: Record<string, Uint8Array>) => Uint8Array<ArrayBuffer>]>([
    [
      'of a newer version',
      'import_newer',
      (files) => withHeader(files, (text) => text.replace('"version": 1', '"version": 2, "x": []')),
    ],
    ['without a part', 'import_incomplete', (files) => zipSync(without(files, 'videos.jsonl'))],
    [
      'with a row cut off',
      'import_incomplete',
      (files) =>
        zipSync({ ...files, 'videos.jsonl': (files['videos.jsonl'] ?? new Uint8Array()).slice(0, -40) }),
    ],
    ['cut off itself', 'import_unreadable', (files) => zipSync(files).slice(0, -100)],
  ])('%s', async (name, expected, change) => {
    const person = await from.person(`mala-${expected}-${name.length}`)
    await person.request('/rest/v1/videos', {
      method: 'POST',
      body: JSON.stringify({ video_url: 'https://example.org/1', title: 'x' }),
    })
    const answer = await upload(person, 'antojo.zip', change(await FILES(person)))
    expect([answer.status, await code(answer)]).toEqual([422, expected])
    expect(await rows(person, 'videos')).toHaveLength(1)
  })
})

it('restores all rows but those that the database refuses, and counts these', async () => {
  const [ana, bea] = [await from.person('ana-larga'), await to.person('bea-larga')]
  for (const n of [1, 2, 3])
    await ana.request('/rest/v1/videos', {
      method: 'POST',
      body: JSON.stringify({ video_url: `https://example.org/${n}`, title: `título ${n}` }),
    })
  const { 'videos.jsonl': videos = new Uint8Array(), ...files } = await FILES(ana)
  const long = new TextDecoder().decode(videos).replace('título 2', 'x'.repeat(5_000))
  const found = await preview(bea, 'antojo.zip', zipSync({ ...files, 'videos.jsonl': strToU8(long) }))
  expect(await restore(bea, found)).toMatchObject({
    counts: { waiting: 0, identified: 2 },
    unread: [{ reason: 'does_not_fit', total: 1, examples: ['https://example.org/2'] }],
  })
  expect((await archiveOf(bea)).videos.map(({ title }) => title)).toEqual(['título 1', 'título 3'])
})
