import { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import {
  type ArchivedEntries,
  type ArchivedList,
  type ArchiveLine,
  archiveLine,
} from '@antojo/contract/transfer/archive'
import type { Database, Tx } from '@antojo/db/database'
import { sanitizeSettings } from '@antojo/domain/settings'
import type { Budgets } from '../../../core/budgets.ts'
import {
  endRestoring,
  fillList,
  findList,
  hasPicture,
  makeList,
  type OwnImport,
  type Progress,
  readArchive,
  readProgress,
  recordProgress,
  recordRefusal,
  type Refusal,
  restoreComments,
  restoreCorrections,
  restorePlaces,
  restoreSettings,
  restoreVideos,
} from './repo.ts'

export interface RestoreDeps {
  readonly database: Database
  readonly budgets: Pick<Budgets, 'take'>
  /** Stores a picture as the profile's. */
  readonly keepPicture: (tx: Tx, userId: string, image: Buffer) => Promise<void>
  /** Only the transaction that holds it changes the import. */
  readonly lockImport: (tx: Tx, own: OwnImport) => Promise<void>
  /** The pace at which open rows are tried. */
  readonly linksPerMinute: number
}

const MAX_ROWS = 200
/** The rows of a step are one parameter of a statement. */
const MAX_CHARACTERS = 500_000
const MAX_STEP_MS = 15_000
/** Then the import goes to the end of the queue, and a node that stops need not wait for all of it. */
const MAX_MS = 4_000

/**
 * Restores the rows of Antojo's own file, without asking anybody about their posts or places. What the person has already
 * stays as it is. Each step is stored with its progress, so that a crash neither loses nor doubles a row. True when rows
 * are left.
 */
export async function restoreArchive(deps: RestoreDeps, own: OwnImport): Promise<boolean> {
  const { database } = deps
  const found = await database.asSystem('read an own file', (tx) => readArchive(tx, own))
  if (found === null) return false
  let at = found.line
  const end = Date.now() + MAX_MS
  for await (const lines of batches(found.archive, at)) {
    if (!(await storeOrSplit(deps, { own, lines, at }))) return false
    at += lines.length
    if (Date.now() > end) return true
  }
  await database.asSystem('end the restoring of an own file', (tx) => endRestoring(tx, own, at))
  return false
}

/** Some rows of one kind at a time, after those that are restored. */
async function* batches(archive: Buffer, restored: number): AsyncGenerator<readonly ArchiveLine[]> {
  const text = Readable.from([archive]).pipe(createGunzip())
  let batch: ArchiveLine[] = []
  let characters = 0
  let number = 0
  for await (const line of createInterface({ input: text })) {
    number += 1
    if (number <= restored) continue
    const parsed = archiveLine.parse(JSON.parse(line))
    characters += line.length
    const isFull = batch.length === MAX_ROWS || characters > MAX_CHARACTERS
    if (batch[0] && (isFull || batch[0].kind !== parsed.kind)) {
      yield batch
      batch = []
      characters = line.length
    }
    batch.push(parsed)
  }
  if (batch.length > 0) yield batch
}

interface Step {
  readonly own: OwnImport
  readonly lines: readonly ArchiveLine[]
  /** The number of lines before. */
  readonly at: number
}

/** Rows that are refused together are tried in halves, so that only those that are refused by themselves are left out. */
async function storeOrSplit(deps: RestoreDeps, step: Step): Promise<boolean> {
  const { own, lines, at } = step
  try {
    return await store(deps, step, (tx, made, now) => restore(deps, tx, { own, lines, made, now }))
  } catch (error) {
    const reason = refusalIn(error)
    const [line] = lines
    if (reason === null || line === undefined) throw error
    if (lines.length === 1)
      return store(deps, step, async (tx, made) => {
        // The entries that follow are of this list.
        if (line.kind === 'lists') made.list = null
        await recordRefusal(tx, own, { reason, ...labelsOf(line) })
      })
    const half = lines.length >> 1
    const isThere = await storeOrSplit(deps, { own, at, lines: lines.slice(0, half) })
    return isThere && storeOrSplit(deps, { own, at: at + half, lines: lines.slice(half) })
  }
}

/** False when the import is gone, or another process restores it. */
async function store(
  { database, lockImport }: RestoreDeps,
  { own, lines, at }: Step,
  work: (tx: Tx, made: Progress, now: string) => Promise<void>,
): Promise<boolean> {
  return database.asSystem(
    'restore rows of an own file',
    async (tx) => {
      await lockImport(tx, own)
      const found = await readProgress(tx, own, at)
      if (found === null) return false
      const { made, now } = found
      await work(tx, made, now)
      await recordProgress(tx, own, { ...made, line: at + lines.length })
      return true
    },
    { timeoutMs: MAX_STEP_MS },
  )
}

/** Why the rows are refused; null for a failure that another try may mend. */
function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  if (error.code === 'rate_limited') return 'too_many_today'
  // The class 22 is of data, 23 of constraints, 54 of limits; 57014 is the time-out of a statement.
  return error.code === 'image_refused' || /^(?:22|23|54|57014)/u.test(String(error.code))
    ? 'does_not_fit'
    : null
}

/** The words by which the person knows a row that is left out, and the address of a video. */
function labelsOf(line: ArchiveLine): { readonly example: string | null; readonly video: string | null } {
  switch (line.kind) {
    case 'videos':
      return { example: line.row.video_url, video: line.row.canonical_url }
    case 'places':
      return { example: line.row.place_name, video: null }
    case 'lists':
      return { example: line.row.name, video: null }
    case 'corrections':
      return { example: line.row.restaurant_name, video: null }
    default:
      return { example: null, video: null }
  }
}

interface Batch extends Pick<Step, 'own' | 'lines'> {
  readonly made: Progress
  readonly now: string
}

async function restore(deps: RestoreDeps, tx: Tx, { own, lines, made, now }: Batch): Promise<void> {
  const asker = { account: own.userId, address: null }
  const videos = lines.flatMap((line) => (line.kind === 'videos' ? [line.row] : []))
  if (videos.length > 0) {
    const amount = await restoreVideos(tx, own, { videos, perMinute: deps.linksPerMinute })
    if (amount > 0) await deps.budgets.take('importedLink', { amount, asker })
  }
  const places = lines.flatMap((line) => (line.kind === 'places' ? [line.row] : []))
  if (places.length > 0) made.places.push(...(await restorePlaces(tx, own, { places, at: made.at })))
  const corrections = lines.flatMap((line) => (line.kind === 'corrections' ? [line.row] : []))
  if (corrections.length > 0) {
    const taught = await restoreCorrections(tx, own, corrections)
    made.corrections.push(...taught)
    if (taught.length > 0) await deps.budgets.take('correction', { amount: taught.length, asker })
  }
  for (const line of lines)
    if (line.kind === 'lists') await restoreList(tx, own, line.row, made)
    else if (line.kind === 'entries') await restoreEntries(tx, own, line.row, made)
    else if (line.kind === 'settings') {
      const settings = sanitizeSettings(line.row)
      made.settings = await restoreSettings(tx, own, { settings, at: made.at })
    } else if (line.kind === 'picture' && !(await hasPicture(tx, own))) {
      await deps.keepPicture(tx, own.userId, Buffer.from(line.row, 'base64'))
      made.picture = now
    }
}

async function restoreList(tx: Tx, own: OwnImport, list: ArchivedList, made: Progress): Promise<void> {
  const known = await findList(tx, own, list, made.lists)
  made.list = known ?? (await makeList(tx, own, list))
  if (known === null) made.lists.push(made.list)
  await restoreEntries(tx, own, list, made)
}

async function restoreEntries(
  tx: Tx,
  own: OwnImport,
  entries: ArchivedEntries,
  made: Progress,
): Promise<void> {
  // The list itself was refused.
  if (made.list === null) return
  await fillList(tx, own, made.list, entries)
  made.comments.push(...(await restoreComments(tx, own, made.list, entries)))
}
