import type { Schema } from '@antojo/db/schema'
import { IMPORT_FORMATS } from '@antojo/domain/transfer/import-facts'
import { type ImportView, importPart, importView } from '@antojo/contract/transfer/imports'
import type { FoundImport, FoundPost } from '@antojo/imports/read-import'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'

type Tx = Transaction<Schema>

export interface OwnImport {
  readonly userId: string
  readonly id: string
}

const storedPart = importPart
  .pick({ kind: true, name: true, isSelected: true })
  .extend({ listId: z.string().nullable(), isNewList: z.boolean() })
type StoredPart = z.infer<typeof storedPart>

const row = z.object({
  id: z.string(),
  format: z.enum(IMPORT_FORMATS),
  file_name: z.string(),
  state: importView.shape.state,
  parts: z.array(storedPart),
  unread: importView.shape.unread,
  created_at: z.date(),
})

/** Imports that a person can still undo. */
const MAX_IMPORTS = 30
/** Likes are many and mostly no food; the person selects them. */
const UNSELECTED = 'likes'

/**
 * Stores what a file has, and returns the id. An earlier preview that was never started is replaced; the oldest import
 * beyond `MAX_IMPORTS` is forgotten, while what it added stays.
 */
export async function storePreview(
  tx: Tx,
  { userId, fileName, found }: { userId: string; fileName: string; found: FoundImport },
): Promise<string> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  await sql`
    delete from imports where user_id = ${userId} and (state = 'preview' or (state = 'done' and id not in (
      select id from imports where user_id = ${userId} order by created_at desc limit ${MAX_IMPORTS - 1})))`.execute(
    tx,
  )
  const parts = found.parts.map(({ kind, name }): StoredPart => ({
    kind,
    name,
    isSelected: kind !== UNSELECTED || found.parts.length === 1,
    listId: null,
    isNewList: false,
  }))
  const { id } = await tx
    .insertInto('imports')
    .values({
      user_id: userId,
      format: found.format,
      file_name: fileName,
      parts: JSON.stringify(parts),
      unread: JSON.stringify(found.unread),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertItems(tx, { userId, id }, found.posts)
  return id
}

async function insertItems(tx: Tx, { userId, id }: OwnImport, posts: readonly FoundPost[]): Promise<void> {
  const items = posts.map((post, position) => ({ ...post, position }))
  await sql`
    insert into import_items
        (user_id, import_id, position, platform, video_url, canonical_url, title, saved_at, parts, state, video_id)
      select ${userId}, ${id}, e.position, e.platform, e.url, e."canonicalUrl", e.title, e."savedAt", e.parts,
             case when v.id is null then 'new' else 'known' end, v.id
        from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as e (position integer, platform text, url text,
               "canonicalUrl" text, title text, "savedAt" timestamptz, parts smallint[])
        left join videos v on v.user_id = ${userId} and v.canonical_url = e."canonicalUrl"`.execute(tx)
}

/** The person's imports with their numbers, newest first; only this one with an id. */
export async function readImports(tx: Tx, userId: string, id: string | null): Promise<ImportView[]> {
  const rows = await tx
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .execute()
  const views: ImportView[] = []
  for (const each of rows) views.push(await viewOf(tx, userId, row.parse(each)))
  return views
}

async function viewOf(tx: Tx, userId: string, found: z.infer<typeof row>): Promise<ImportView> {
  const ofImport = sql`i.user_id = ${userId} and i.import_id = ${found.id}`
  const { rows: totals } = await sql<{ part: number; total: number; known: number }>`
    select part, count(*)::int as total, count(*) filter (where i.state = 'known')::int as known
      from import_items i, unnest(i.parts) as part where ${ofImport} group by part`.execute(tx)
  const { rows: counts } = await sql<ImportView['counts']>`
    select count(*) filter (where i.state = 'new')::int as waiting,
           count(*) filter (where i.state = 'known')::int as known,
           count(*) filter (where i.state = 'added' and v.identify_state in ('running', 'learning'))::int as reading,
           count(*) filter (where i.state = 'added' and v.identify_state = 'identified')::int as identified,
           count(*) filter (where i.state = 'added' and v.identify_state in ('question', 'unidentified'))::int as open,
           count(*) filter (where i.state = 'added' and v.id is null)::int as deleted
      from import_items i left join videos v on v.user_id = i.user_id and v.id = i.video_id
     where ${ofImport}`.execute(tx)
  return importView.parse({
    id: found.id,
    format: found.format,
    fileName: found.file_name,
    state: found.state,
    createdAt: found.created_at.toISOString(),
    parts: found.parts.map((part, index) => ({
      ...part,
      total: 0,
      known: 0,
      ...totals.find(({ part: of }) => of === index),
    })),
    counts: counts[0],
    unread: found.unread,
  })
}

/** Begins an import with these parts; false when there is none that waits for it. */
export async function beginImport(tx: Tx, own: OwnImport, selected: readonly number[]): Promise<boolean> {
  const { userId, id } = own
  const waiting = await tx
    .selectFrom('imports')
    .select('parts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'preview')
    .forUpdate()
    .executeTakeFirst()
  if (!waiting) return false
  const parts: StoredPart[] = []
  for (const [index, part] of z.array(storedPart).parse(waiting.parts).entries()) {
    const isSelected = selected.includes(index)
    const list = isSelected && part.kind === 'collection' ? await listNamed(tx, userId, part.name ?? '') : {}
    parts.push({ ...part, isSelected, ...list })
  }
  await sql`
    update imports set state = 'running', parts = ${JSON.stringify(parts)}
     where user_id = ${userId} and id = ${id}`.execute(tx)
  await sql`
    update import_items set state = 'skipped'
     where user_id = ${userId} and import_id = ${id} and state = 'new' and not parts && ${[...selected]}::smallint[]`.execute(
    tx,
  )
  await fillLists(tx, own, null)
  return true
}

/** The person's own list of this name, or a new one. */
async function listNamed(
  tx: Tx,
  userId: string,
  name: string,
): Promise<Pick<StoredPart, 'listId' | 'isNewList'>> {
  const { rows } = await sql<{ id: string }>`
    select id from video_lists
     where user_id = ${userId} and kind = 'custom' and lower(btrim(name)) = lower(${name})
     order by created_at limit 1`.execute(tx)
  if (rows[0]) return { listId: rows[0].id, isNewList: false }
  const { id } = await tx
    .insertInto('video_lists')
    .values({ user_id: userId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { listId: id, isNewList: true }
}

/** Notes in which lists these items' videos belong, all of the import's when null, and fills the lists. */
async function fillLists(
  tx: Tx,
  { userId, id }: OwnImport,
  positions: readonly number[] | null,
): Promise<void> {
  const ofThese = positions === null ? sql`` : sql`and i.position = any (${[...positions]}::integer[])`
  const { rows } = await sql<{ videos: string[] | null }>`
    with entries as (
      insert into import_entries (user_id, import_id, list_id, video_id, position)
        select i.user_id, i.import_id, (p.part ->> 'listId')::uuid, i.video_id, i.position
          from imports m
         cross join lateral jsonb_array_elements(m.parts) with ordinality as p (part, number)
          join import_items i on i.user_id = m.user_id and i.import_id = m.id
           and p.number - 1 = any (i.parts) and i.state in ('known', 'added') ${ofThese}
          join videos v on v.user_id = i.user_id and v.id = i.video_id
          join video_lists l on l.user_id = m.user_id and l.id = (p.part ->> 'listId')::uuid
         where m.user_id = ${userId} and m.id = ${id}
        union all
        select i.user_id, i.import_id, l.id, i.video_id, i.position
          from import_items i
          join videos v on v.user_id = i.user_id and v.id = i.video_id
          join video_lists l on l.user_id = i.user_id and l.kind = 'want_to_try'
         where i.user_id = ${userId} and i.import_id = ${id} and i.platform = 'Other' and i.state = 'added' ${ofThese}
      on conflict do nothing
      returning video_id
    )
    select array_agg(distinct video_id) as videos from entries`.execute(tx)
  const videos = rows[0]?.videos ?? null
  if (videos) await sql`select app.fill_import_lists(${userId}, ${videos}::uuid[])`.execute(tx)
}

/** The running imports whose next turn is due, those first that have waited longest. */
export async function dueImports(tx: Tx, turnSeconds: number): Promise<OwnImport[]> {
  const { rows } = await sql<OwnImport>`
    select user_id as "userId", id from imports
     where state = 'running'
       and (continued_at is null or continued_at < now() - make_interval(secs => ${turnSeconds}))
     order by continued_at nulls first limit 100`.execute(tx)
  return rows
}

/** A link that waits to be added. */
export interface WaitingLink {
  readonly position: number
  readonly platform: string
  readonly videoUrl: string
  readonly canonicalUrl: string
  readonly title: string | null
  readonly savedAt: Date | null
}

/**
 * Takes an import's turn: its next links, none while earlier ones wait to be read. Null when another node has the turn, or
 * the import was undone.
 */
export async function takeTurn(
  tx: Tx,
  { userId, id }: OwnImport,
  { max, turnSeconds }: { readonly max: number; readonly turnSeconds: number },
): Promise<readonly WaitingLink[] | null> {
  const { rows: turn } = await sql`
    update imports set continued_at = now() where (user_id, id) in (
      select user_id, id from imports
       where user_id = ${userId} and id = ${id} and state = 'running'
         and (continued_at is null or continued_at < now() - make_interval(secs => ${turnSeconds}))
         for update skip locked)
    returning id`.execute(tx)
  if (turn.length === 0) return null
  const { rows } = await sql<WaitingLink>`
    select position, platform, video_url as "videoUrl", canonical_url as "canonicalUrl", title, saved_at as "savedAt"
      from import_items
     where user_id = ${userId} and import_id = ${id} and state = 'new'
       and ${max} > (select count(*) from videos where user_id = ${userId} and identify_state = 'running')
     order by position limit ${max}`.execute(tx)
  return rows
}

export interface AddedLink {
  readonly position: number
  readonly videoId: string
  readonly isNew: boolean
}

/** Notes what became of links, and ends the import when none is left. */
export async function noteAdded(tx: Tx, own: OwnImport, links: readonly AddedLink[]): Promise<void> {
  const { userId, id } = own
  await sql`
    update import_items i
       set video_id = e."videoId", state = case when e."isNew" then 'added' else 'known' end
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as e (position integer, "videoId" uuid, "isNew" boolean)
     where i.user_id = ${userId} and i.import_id = ${id} and i.position = e.position`.execute(tx)
  await fillLists(
    tx,
    own,
    links.map(({ position }) => position),
  )
  await sql`
    update imports set state = 'done' where user_id = ${userId} and id = ${id} and not exists (
      select from import_items i where i.user_id = ${userId} and i.import_id = ${id} and i.state = 'new')`.execute(
    tx,
  )
}

/**
 * Removes the import and everything that it made: its videos, its entries in lists, and its lists unless the person has
 * put something else into them. False when there is no such import.
 */
export async function undoImport(tx: Tx, { userId, id }: OwnImport): Promise<boolean> {
  const found = await tx
    .selectFrom('imports')
    .select('parts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return false
  const ofImport = sql`user_id = ${userId} and import_id = ${id}`
  await sql`
    delete from list_videos where user_id = ${userId} and (list_id, video_id) in (
      select list_id, video_id from import_entries where ${ofImport} and is_in_list)`.execute(tx)
  await sql`
    delete from videos where user_id = ${userId} and id in (
      select video_id from import_items where ${ofImport} and state = 'added')`.execute(tx)
  const lists = z
    .array(storedPart)
    .parse(found.parts)
    .flatMap(({ listId, isNewList }) => (isNewList && listId !== null ? [listId] : []))
  await sql`
    delete from video_lists l where user_id = ${userId} and id = any (${lists}::uuid[])
       and not exists (select from list_videos e where e.user_id = ${userId} and e.list_id = l.id)`.execute(
    tx,
  )
  await tx.deleteFrom('imports').where('user_id', '=', userId).where('id', '=', id).execute()
  return true
}
