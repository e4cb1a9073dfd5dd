import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  ARCHIVE_ROWS,
  type ArchivedList,
  type ArchivedVideo,
  type ArchiveLine,
  archiveLine,
  linesOfList,
} from '@antojo/contract/transfer/archive'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../core/app-error.ts'
import { createBudgets } from '../../../core/budgets.ts'
import { lockImport } from '../../imports/adding/repo.ts'
import { undoImport } from '../../imports/repo.ts'
import type { OwnImport } from './repo.ts'
import { restoreArchive, type RestoreDeps } from './restore.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const AT = '2024-05-06T07:08:09.123456+00:00'
const SHARED = { visibility: 'private', share_options: {} } as const

const urlOf = (n: number): string => `https://www.tiktok.com/@a/video/${n}`

function videoLine(n: number, more: Partial<ArchivedVideo> = {}): ArchiveLine {
  const nothing = Object.fromEntries(Object.keys(ARCHIVE_ROWS.videos.shape).map((column) => [column, null]))
  const lists = [
    'diet_tags',
    'reviews',
    'extracted_ingredients',
    'enrich_suggestions',
    'evidence_queries_used',
    'places',
  ]
  const row = {
    ...nothing,
    ...Object.fromEntries(lists.map((column) => [column, []])),
    ...SHARED,
    canonical_url: urlOf(n),
    video_url: urlOf(n),
    platform: 'TikTok',
    created_at: AT,
    views: 0,
    likes: 0,
    restaurant_name: `Fonda ${n}`,
    enrich_state: 'none',
    enrich_progress: 0,
    identify_state: 'identified',
    ...more,
  }
  return archiveLine.parse({ kind: 'videos', row })
}

function placeLine(n: number): ArchiveLine {
  const row = { place_id: `x:${n}`, video: null, place_name: 'Fonda', want: true, visited_on: [] }
  return { kind: 'places', row: { ...row, own_rating: null, note: null, dish: null, created_at: AT } }
}

function correctionLine(n: number): ArchiveLine {
  const names = {
    creator: 'TikTok @ana',
    name: `Fonda ${n}`,
    name_key: `fonda${n}`,
    restaurant_name: `Fonda ${n}`,
  }
  const none = { video: null, canonical_url: null, platform: null, creator_name: null, from_place_id: null }
  const row = {
    ...none,
    ...names,
    to_place_id: 'x:1',
    restaurant_location: null,
    created_at: AT,
    located_by: [],
  }
  return { kind: 'corrections', row }
}

/** The import of a new account that was started, with these rows. */
async function begun(lines: readonly ArchiveLine[]) {
  const own = { userId: randomUUID(), id: randomUUID() }
  const { userId, id } = own
  await database.pool.query('insert into auth.users (id, email) values ($1, $2)', [
    userId,
    `${userId}@antojo.test`,
  ])
  const urls = lines.flatMap((line) => (line.kind === 'videos' ? [line.row.canonical_url] : []))
  const archive = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await database.asSystem('test', async (tx) => {
    await sql`
      insert into imports (user_id, id, format, file_name, state, parts, unread, archive, waiting)
        values (${userId}, ${id}, 'antojo', 'antojo.zip', 'running', '[]', '[]', ${archive}, ${urls.length})`.execute(
      tx,
    )
    await sql`
      insert into import_items (user_id, import_id, position, platform, video_url, canonical_url, parts, state)
        select ${userId}, ${id}, n, 'TikTok', url, url, '{0}', 'new'
          from unnest(${urls}::text[]) with ordinality as u (url, n)`.execute(tx)
  })
  return own
}

const deps = (more: Partial<RestoreDeps> = {}): RestoreDeps => ({
  database,
  budgets: createBudgets({ rates: true }),
  keepPicture: async () => undefined,
  lockImport,
  linksPerMinute: 120,
  ...more,
})

async function restoreAll(own: OwnImport, more?: Partial<RestoreDeps>): Promise<void> {
  const all = deps(more)
  while (await restoreArchive(all, own));
}

async function valueOf(query: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await database.asSystem('test', (tx) => query.execute(tx))
  return rows[0]
}

const countsOf = ({ userId, id }: OwnImport) =>
  valueOf(sql`
    select state, waiting, known, identified, unread,
           (select count(*)::int from videos where user_id = ${userId}) as videos,
           (select count(*)::int from user_places where user_id = ${userId}) as places,
           (select count(*)::int from corrections where user_id = ${userId}) as corrections
      from imports where user_id = ${userId} and id = ${id}`)

/** Fails in the step of this number, as when the process is killed. */
function failingIn(step: number): Partial<RestoreDeps> {
  let steps = 0
  return {
    lockImport: async (tx, own) => {
      steps += 1
      if (steps === step) throw new Error('killed')
      await lockImport(tx, own)
    },
  }
}

const ROWS = [
  ...Array.from({ length: 450 }, (_, n) => videoLine(n)),
  ...Array.from({ length: 250 }, (_, n) => placeLine(n)),
]

test('a restoring that ends early is seen half-way, and continues where it stopped', async () => {
  const own = await begun(ROWS)
  await expect(restoreArchive(deps(failingIn(3)), own)).rejects.toThrow('killed')
  expect(await countsOf(own)).toMatchObject({ state: 'running', waiting: 50, identified: 400, videos: 400 })
  await restoreAll(own)
  const all = { waiting: 0, identified: 450, known: 0, videos: 450, places: 250, unread: [] }
  expect(await countsOf(own)).toMatchObject({ state: 'done', ...all })
  expect(await restoreArchive(deps(), own)).toBe(false)
  expect(await countsOf(own)).toMatchObject(all)
})

test('two processes restore each row once', async () => {
  const own = await begun(ROWS)
  await Promise.all([restoreAll(own), restoreAll(own)])
  await restoreAll(own)
  expect(await countsOf(own)).toMatchObject({ state: 'done', identified: 450, videos: 450, places: 250 })
})

test('a restoring that is undone half-way leaves nothing, and does not go on', async () => {
  const own = await begun([placeLine(0), ...ROWS.filter(({ kind }) => kind === 'videos')])
  await expect(restoreArchive(deps(failingIn(3)), own)).rejects.toThrow('killed')
  expect(await countsOf(own)).toMatchObject({ videos: 200, places: 1 })
  await database.asSystem('test', (tx) => undoImport(tx, own))
  expect(await restoreArchive(deps(), own)).toBe(false)
  const left = sql`select (select count(*)::int from videos where user_id = ${own.userId}) as videos,
                          (select count(*)::int from user_places where user_id = ${own.userId}) as places`
  expect(await valueOf(left)).toEqual({ videos: 0, places: 0 })
})

test('ends quietly when the account is deleted meanwhile', async () => {
  const own = await begun(ROWS)
  const deleting: Partial<RestoreDeps> = {
    budgets: {
      take: async () => {
        deleted ??= database.pool.query('delete from auth.users where id = $1', [own.userId])
        await Promise.resolve()
      },
    },
  }
  let deleted: Promise<unknown> | undefined
  expect(await restoreArchive(deps(deleting), own)).toBe(false)
  await deleted
  expect(await countsOf(own)).toBeUndefined()
})

test('rows beyond a daily limit and rows that do not fit are left out one by one, and counted', async () => {
  const own = await begun([
    videoLine(1),
    videoLine(2, { title: 'x'.repeat(5_000) }),
    videoLine(3, { opening_hours: 'a\0b' }),
    videoLine(4),
    ...Array.from({ length: 230 }, (_, n) => correctionLine(n)),
  ])
  await restoreAll(own)
  expect(await countsOf(own)).toMatchObject({
    state: 'done',
    waiting: 0,
    identified: 2,
    videos: 2,
    corrections: 200,
    unread: [
      { reason: 'does_not_fit', total: 2, examples: [urlOf(2), urlOf(3)] },
      { reason: 'too_many_today', total: 30 },
    ],
  })
})

test('open rows are tried at the pace of an import', async () => {
  const open = { identify_state: 'running', restaurant_name: null } as const
  const own = await begun(Array.from({ length: 300 }, (_, n) => videoLine(n, open)))
  await restoreAll(own, { linksPerMinute: 60 })
  const paced = sql`
    select max(next_try_at) - min(next_try_at) between interval '280 s' and interval '310 s' as is_paced
      from app.identify_tries where user_id = ${own.userId}`
  expect(await valueOf(paced)).toEqual({ is_paced: true })
})

test('a long list keeps all its entries', async () => {
  const videos = Array.from({ length: 1_200 }, (_, n) => ({ video: urlOf(n), position: n, created_at: AT }))
  const of = { description: null, kind: 'custom', position: 0, created_at: AT, ...SHARED } as const
  const listOf = (name: string, some: ArchivedList['videos']) =>
    linesOfList({ ...of, name, videos: some, members: [], comments: [] })
  const lists = [...listOf('Todo', videos), ...listOf('Otra', videos.slice(0, 2))]
  const own = await begun([...Array.from({ length: 1_200 }, (_, n) => videoLine(n)), ...lists])
  await restoreAll(own)
  const { rows } = await database.asSystem('test', (tx) =>
    sql`select l.name, count(*)::int as videos from video_lists l join list_videos e on e.list_id = l.id
         where l.user_id = ${own.userId} group by 1 order by 1`.execute(tx),
  )
  expect(rows).toEqual([
    { name: 'Otra', videos: 2 },
    { name: 'Todo', videos: 1_200 },
  ])
})

test('another failure is for a later try', async () => {
  const own = await begun([videoLine(1)])
  const budgets = { take: () => Promise.reject(new AppError('overloaded', 'Later.')) }
  await expect(restoreArchive(deps({ budgets }), own)).rejects.toThrow('Later.')
  expect(await countsOf(own)).toMatchObject({ state: 'running', waiting: 1, unread: [] })
})
