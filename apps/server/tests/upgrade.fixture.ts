import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Database } from '@antojo/db/database'
import { migrate } from '@antojo/db/migrate'
import { AppClient } from '@antojo/testing/client'
import { strFromU8, unzipSync } from 'fflate'
import { z } from 'zod'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { migrationSources } from '../src/config/migrations.ts'

const ROOT = new URL('../../../', import.meta.url)
/** The migrations of each release, the oldest first. */
const released = z
  .record(z.string(), z.record(z.string(), z.string()))
  .parse(JSON.parse(readFileSync(new URL('db/released.json', ROOT), 'utf8')))
export const RELEASES = Object.keys(released)

/** The backup of a release's fixture. */
export function backupOf(version: string): string {
  return new URL(`packages/testing/fixtures/release-${version}.tar.gz`, ROOT).pathname
}

/** Gives an empty database the schema of a release, by its files, with the data of its fixture. */
export async function fillWithRelease(database: Database, imagesDir: string, version: string): Promise<void> {
  const until = RELEASES.slice(0, RELEASES.indexOf(version) + 1)
  const files = until.flatMap((each) => Object.keys(released[each] ?? {}))
  const names = new Set(files.map((path) => path.split('/').slice(-1).join()))
  await migrate(database.pool, migrationSources, (key) => names.has(key.split('/')[1] ?? ''))
  await restoreBackup(database, { imagesDir, file: backupOf(version), keepSessions: true })
}

export async function readExpected(version: string): Promise<z.infer<typeof expectations>> {
  return expectations.parse(JSON.parse(await readFile(backupOf(version).replace('.tar.gz', '.json'), 'utf8')))
}

/** The accounts of the release's fixture. Luis works on a list of Ana's; Bea has a second step and a deletion ahead. */
export const PEOPLE = ['ana', 'luis', 'bea'] as const
export type Name = (typeof PEOPLE)[number]

export function enter(url: string, name: Name): Promise<AppClient> {
  return AppClient.enter(url, { email: `${name}@antojo.test`, password: 'tengo-antojo-de-tacos' })
}

const rows = z.array(z.record(z.string(), z.json()))
type Rows = z.infer<typeof rows>

/** What a person has, through the public ways: their own file, and the rows that the data API gives them. */
export const belongings = z.object({
  own: z.record(z.string(), z.json()),
  data: z.record(z.string(), rows),
})
export type Belongings = z.infer<typeof belongings>

/** What the release's fixture holds, beside the backup, to compare later states with. */
export const expectations = z.object({
  /** The paths of Ana's live links. */
  feeds: z.array(z.string()),
  feed: z.string(),
  people: z.record(z.enum(PEOPLE), belongings),
})

const TABLES = [
  'users',
  'videos',
  'video_places',
  'user_places',
  'user_settings',
  'video_lists',
  'list_videos',
  'list_members',
  'list_comments',
] as const

export async function belongingsOf(person: AppClient): Promise<Belongings> {
  const data: Record<string, Rows> = {}
  for (const table of TABLES)
    data[table] = rows
      .parse(await (await person.request(`/rest/v1/${table}`)).json())
      .toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  return { own: await ownFileOf(person), data }
}

/** By the columns of primary keys, which stay. */
function keyOf(row: Rows[number]): string {
  return ['id', 'user_id', 'list_id', 'video_id', 'place_id']
    .map((column) => JSON.stringify(row[column]))
    .join()
}

async function ownFileOf(person: AppClient): Promise<Belongings['own']> {
  const answer = await person.request('/account/export')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const own: Record<string, z.infer<ReturnType<typeof z.json>>> = {}
  for (const [name, bytes] of Object.entries(files)) {
    const lines = name.endsWith('.webp') ? [bytes.length] : strFromU8(bytes).trim().split('\n')
    own[name] = name.endsWith('.jsonl') ? lines.map((line) => z.json().parse(JSON.parse(String(line)))) : null
    if (name === 'settings.json') own[name] = z.json().parse(JSON.parse(lines.join('\n')))
    if (name === 'antojo.json')
      own[name] = z.looseObject({ rows: z.json() }).parse(JSON.parse(lines.join('\n'))).rows
  }
  return own
}
