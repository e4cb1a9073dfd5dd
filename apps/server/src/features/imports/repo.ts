import type { Tx } from '@antojo/db/database'
import {
  type ImportPreview,
  type ImportView,
  importPart,
  importView,
} from '@antojo/contract/transfer/imports'
import { builtInListOf } from '@antojo/domain/transfer/built-in-list'
import { parseLink } from '@antojo/domain/links/link'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import { sql } from 'kysely'
import { z } from 'zod'
import type { ReadFile } from '../../adapters/exports/export-reader.ts'
import type { ReadPost } from '../../adapters/exports/export-task.ts'
import { removeRestored } from '../archive/service.ts'
import { fillLists, lockImport, type OwnImport } from './adding/repo.ts'
import { type KnownRow, rowOfPlaceIn } from './known-places.ts'
import type { PersonWords } from '../../identify/evidence/person-words.ts'

const storedPart = importPart.extend({ listId: z.string().nullable(), isNewList: z.boolean() })
type StoredPart = z.infer<typeof storedPart>

/** The most imports of a person that are kept and can be undone. */
const MAX_IMPORTS = 30
/** Likes are numerous and mostly not about food, so the person has to select them. */
const UNSELECTED = 'likes'

/**
 * Stores the contents of a file, and returns its id and first places; null while too many imports run. Replaces an
 * earlier preview that was never started. The oldest imports beyond `MAX_IMPORTS` are forgotten, but the videos that they added stay.
 */
export async function storePreview(
  tx: Tx,
  { userId, fileName, found }: { userId: string; fileName: string; found: ReadFile },
): Promise<Pick<ImportPreview, 'id' | 'places'> | null> {
  await sql`select from users where id = ${userId} for update`.execute(tx)
  await sql`
    delete from imports where user_id = ${userId} and (state = 'preview' or (state = 'done' and id in (
      select id from imports where user_id = ${userId} and state <> 'preview'
       order by state = 'running' desc, created_at desc offset ${MAX_IMPORTS - 1})))`.execute(tx)
  const { rows: kept } = await sql`select from imports where user_id = ${userId}`.execute(tx)
  if (kept.length >= MAX_IMPORTS) return null
  const { id } = await tx
    .insertInto('imports')
    .values({
      user_id: userId,
      format: found.format,
      file_name: fileName,
      parts: '[]',
      unread: JSON.stringify(found.unread),
      archive: found.archive,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = { userId, id }
  const rowOfPlace = rowOfPlaceIn(await readKnownRows(tx, userId))
  const knownIdOf = ({ platform, url }: ReadPost) => (platform === 'Other' ? rowOfPlace(url) : null)
  const places: ImportPreview['places'] = []
  let position = 0
  for (const posts of found.posts()) {
    if (places.length < MAX_SHOWN_PLACES) places.push(...placesOf(posts))
    const items = posts.map((post, index) => ({
      ...post,
      position: position + index,
      knownId: knownIdOf(post),
    }))
    await insertItems(tx, own, items)
    position += posts.length
  }
  await storeCounts(tx, own, listedBy(fileName, found.parts))
  return { id, places: places.slice(0, MAX_SHOWN_PLACES) }
}

/** The identified rows of the person, oldest first. */
export async function readKnownRows(tx: Tx, userId: string): Promise<readonly KnownRow[]> {
  const { rows } = await sql<KnownRow>`
    select id, canonical_url as url, restaurant_name as name, enrich_place_lat as lat, enrich_place_lng as lng
      from videos
     where user_id = ${userId} and identify_state = 'identified' and not is_diagnostic order by created_at`.execute(
    tx,
  )
  return rows
}

const MAX_SHOWN_PLACES = 300

function placesOf(posts: readonly ReadPost[]): ImportPreview['places'] {
  return posts.flatMap(({ platform, url, title }) => {
    const place = platform === 'Other' ? readMapsLink(url) : null
    return place?.position ? [{ name: place.name ?? title ?? '', ...place.position }] : []
  })
}

async function insertItems(
  tx: Tx,
  { userId, id }: OwnImport,
  posts: readonly (ReadPost & { readonly position: number; readonly knownId: string | null })[],
): Promise<void> {
  const items = posts.map((post) => ({
    ...post,
    ...(post.platform !== 'Other' && { texts: textsOf(post) }),
    placeUrl: post.placeUrl !== null && isNamed(post.placeUrl) ? post.placeUrl : null,
    state: isJudgedByWords(post) ? 'written' : 'new',
  }))
  await sql`
    insert into import_items
        (user_id, import_id, position, platform, video_url, canonical_url, title, note, visited_on, texts, place_url, saved_at,
         parts, state, video_id)
      select ${userId}, ${id}, e.position, e.platform, e.url, e."canonicalUrl", e.title, e.note, e.visited, e.texts,
             e."placeUrl", e."savedAt", e.parts, case when coalesce(v.id, e."knownId") is null then e.state else 'known' end,
             coalesce(v.id, e."knownId")
        from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as e (position integer, platform text, url text,
               "canonicalUrl" text, title text, note text, visited date[], texts jsonb, "placeUrl" text,
               "savedAt" timestamptz, parts smallint[], state text, "knownId" uuid)
        left join videos v on v.user_id = ${userId} and v.canonical_url = e."canonicalUrl"`.execute(tx)
}

/** The words of the file about a post, its title included; null without any. */
function textsOf({ title, texts }: ReadPost): PersonWords['texts'] | null {
  const all = title === null ? texts : [{ kind: 'title' as const, text: title }, ...texts]
  return all.length === 0 ? null : all
}

/**
 * True for an entry that the file says enough about: a place, or a post with its own words. A title or a message around a
 * link may leave out what the post says.
 */
function isJudgedByWords({ platform, url, texts, placeUrl }: ReadPost): boolean {
  if (platform === 'Other') return readMapsLink(url) !== null
  const hasWords = texts.some(({ kind }) => kind === 'caption' || kind === 'description')
  return placeUrl === null && hasWords && parseLink(url)?.kind === 'video'
}

function isNamed(placeUrl: string): boolean {
  const place = readMapsLink(placeUrl)
  return place !== null && place.name !== null
}

/** A file that is named like a list that everybody has is that list: Google names a file after its list. */
function listedBy(fileName: string, parts: ReadFile['parts']): ReadFile['parts'] {
  const name = fileName.replace(/\.[^.]+$/u, '')
  if (builtInListOf(name) === null) return parts
  return parts.map((part) => (part.kind === 'file' ? { kind: 'collection', name } : part))
}

async function storeCounts(tx: Tx, { userId, id }: OwnImport, found: ReadFile['parts']): Promise<void> {
  const ofImport = sql`user_id = ${userId} and import_id = ${id}`
  const { rows: totals } = await sql<{ part: number; total: number; known: number; alike: number }>`
    select part, count(*)::int as total, count(*) filter (where state = 'known')::int as known,
           (count(*) filter (where state <> 'known' and platform = 'Other' and video_url !~ '/@-?[0-9]' and app.fold(title) in (
             select app.fold(restaurant_name) from videos
              where user_id = ${userId} and identify_state = 'identified' and not is_diagnostic)))::int as alike
      from import_items, unnest(parts) as part where ${ofImport} group by part`.execute(tx)
  const { rows: named } = await sql<{ part: number; names: string[] }>`
    select part, array_agg(left(title, ${MAX_FIRST_NAME}) order by position) as names
      from (select part, title, position, row_number() over (partition by part order by position) as n
              from import_items, unnest(parts) as part where ${ofImport} and title is not null) as i
     where n <= ${FIRST_NAMES} and part < ${PARTS_WITH_NAMES} group by part`.execute(tx)
  const parts = found.map(({ kind, name }, index): StoredPart => ({
    kind,
    name,
    isSelected: kind !== UNSELECTED || found.length === 1,
    listId: null,
    isNewList: false,
    ...(totals.find(({ part }) => part === index) ?? { total: 0, known: 0, alike: 0 }),
    names: named.find(({ part }) => part === index)?.names ?? [],
  }))
  await sql`
    update imports m set parts = ${JSON.stringify(parts)}, waiting = c.waiting, known = c.known
      from (select count(*) filter (where state in ('new', 'written')) as waiting, count(*) filter (where state = 'known') as known
              from import_items where ${ofImport}) c
     where m.user_id = ${userId} and m.id = ${id}`.execute(tx)
}

/** The first names of a part, by which the person recognises it. These bounds keep the stored parts small. */
const FIRST_NAMES = 4
const MAX_FIRST_NAME = 60
const PARTS_WITH_NAMES = 40

/** The person's imports with their counts, newest first; only one import when an id is given. */
export async function readImports(tx: Tx, userId: string, id: string | null): Promise<ImportView[]> {
  const rows = await tx
    .selectFrom('imports')
    // All but the rows of archives, which are large.
    .select(['id', 'format', 'file_name as fileName', 'parts', 'unread', 'created_at as createdAt'])
    .select(['waiting', 'known', 'reading', 'identified', 'open', 'deleted', 'nameless', 'later'])
    .select(
      sql<string>`case when ended_at is null and state = 'done' and reading > 0 then 'running' else state end`.as(
        'state',
      ),
    )
    .where('user_id', '=', userId)
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .limit(MAX_IMPORTS)
    .execute()
  return rows.map((row) => importView.parse({ ...row, createdAt: row.createdAt.toISOString(), counts: row }))
}

/** Begins an import with these parts, unless it has already begun. */
export async function beginImport(
  tx: Tx,
  own: OwnImport,
  selected: readonly number[],
): Promise<'begun' | 'begun_own_file' | 'unknown_part'> {
  const { userId, id } = own
  await lockImport(tx, own)
  const found = await tx
    .selectFrom('imports')
    .select(['parts', 'state', sql<boolean>`archive is not null`.as('isOwnFile')])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return 'begun'
  const begun = found.isOwnFile ? 'begun_own_file' : 'begun'
  const known = z.array(storedPart).parse(found.parts)
  if (selected.some((index) => index >= known.length)) return 'unknown_part'
  if (found.state !== 'preview') return begun
  const parts: StoredPart[] = []
  for (const [index, part] of known.entries()) {
    const isSelected = selected.includes(index)
    const list = isSelected && part.kind === 'collection' ? await listNamed(tx, userId, part.name ?? '') : {}
    parts.push({ ...part, isSelected, ...list })
  }
  const ofImport = sql`user_id = ${userId} and import_id = ${id}`
  await sql`
    delete from import_items where ${ofImport} and not parts && ${[...selected]}::smallint[]`.execute(tx)
  await sql`
    update imports m set parts = ${JSON.stringify(parts)}, waiting = c.waiting, started_at = now(),
           state = case when c.waiting = 0 and m.archive is null then 'done' else 'running' end
      from (select count(*) as waiting from import_items where ${ofImport} and state in ('new', 'written')) c
     where m.user_id = ${userId} and m.id = ${id}`.execute(tx)
  await fillLists(tx, own, null)
  return begun
}

/** The list that everybody has and that is called so, or the person's own list of this name, or a new one. */
async function listNamed(
  tx: Tx,
  userId: string,
  name: string,
): Promise<Pick<StoredPart, 'listId' | 'isNewList'>> {
  const { rows } = await sql<{ id: string }>`
    select id from video_lists
     where user_id = ${userId}
       and (kind = ${builtInListOf(name)} or (kind = 'custom' and lower(btrim(name)) = lower(${name})))
     order by kind = 'custom', created_at limit 1`.execute(tx)
  if (rows[0]) return { listId: rows[0].id, isNewList: false }
  const { id } = await tx
    .insertInto('video_lists')
    .values({ user_id: userId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { listId: id, isNewList: true }
}

/**
 * Removes the import and everything that it made: its videos, its entries in lists, and its lists unless the person has
 * added something else to them. False when there is no such import.
 */
export async function undoImport(tx: Tx, own: OwnImport): Promise<boolean> {
  const { userId, id } = own
  await lockImport(tx, own)
  const { rows } = await sql<{ parts: unknown }>`
    select parts from imports where user_id = ${userId} and id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) return false
  const ofImport = sql`user_id = ${userId} and import_id = ${id}`
  await sql`select app.take_import_notes(${userId}, ${id})`.execute(tx)
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
       and not exists (select from list_videos e
                        where e.user_id = ${userId} and e.list_id = l.id)`.execute(tx)
  await removeRestored(tx, own)
  await sql`delete from imports where user_id = ${userId} and id = ${id}`.execute(tx)
  return true
}
