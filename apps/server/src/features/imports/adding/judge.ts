import type { Database } from '@antojo/db/database'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import type { Budgets } from '../../../core/budgets.ts'
import type { Places } from '../../places/service.ts'
import type { Verdict, Videos } from '../../videos/service.ts'
import { addEntries } from './add-entries.ts'
import { type Positions, positionsByLists } from './near.ts'
import {
  beginJudging,
  endJudging,
  type LeftEntry,
  lockImport,
  type OwnImport,
  readPlaces,
  readWritten,
  recordLeft,
  type WaitingEntry,
} from './repo.ts'

export interface JudgeImportDeps {
  readonly database: Database
  readonly budgets: Pick<Budgets, 'allows'>
  readonly places: Pick<Places, 'named'>
  readonly videos: Pick<Videos, 'keepForLater' | 'judge' | 'tryAgain'>
}

/** The entries that are judged before their outcome is stored. */
const ENTRIES_AT_ONCE = 20
const MAX_LISTED_PLACES = 1_000
/** Then the import goes to the end of the queue, and a node that stops need not wait for all of it. */
const MAX_MS = 20_000

/**
 * Identifies the entries of an import about which the file says enough, without asking any platform: adds those whose
 * place is certain, and leaves the others to be read or in the report. Each step is stored with its rows, so that a
 * crash neither loses nor doubles an entry. True when entries are left.
 */
export async function judgeImport(deps: JudgeImportDeps, own: OwnImport): Promise<boolean> {
  const { database } = deps
  if (!(await database.asSystem('begin to judge an import', (tx) => beginJudging(tx, own)))) return false
  try {
    const positions = await positionsInLists(deps, own)
    const end = Date.now() + MAX_MS
    while (Date.now() < end) {
      const entries = await database.asSystem('read entries to judge', (tx) =>
        readWritten(tx, own, ENTRIES_AT_ONCE),
      )
      if (entries.length === 0) return false
      const judged: Judged[] = []
      for (const entry of entries) judged.push(await judge(deps, own, withPosition(entry, positions)))
      if (!(await store(deps, own, judged))) return false
    }
    return true
  } finally {
    await database.asSystem('end judging an import', (tx) => endJudging(tx, own))
  }
}

async function positionsInLists({ database, places }: JudgeImportDeps, own: OwnImport): Promise<Positions> {
  const listed = await database.asSystem('read the places of an import', (tx) =>
    readPlaces(tx, own, MAX_LISTED_PLACES),
  )
  const named = listed.flatMap(({ url, ...each }) => {
    const place = readMapsLink(url)
    return place === null ? [] : [{ ...each, place }]
  })
  return positionsByLists(places, named)
}

function withPosition(entry: WaitingEntry, positions: Positions): WaitingEntry {
  const near = positions.get(entry.position)
  return near === undefined ? entry : { ...entry, words: { ...entry.words, near } }
}

interface Judged {
  readonly entry: WaitingEntry
  readonly verdict: Verdict
}

async function judge({ videos }: JudgeImportDeps, own: OwnImport, entry: WaitingEntry): Promise<Judged> {
  const { videoUrl: url, words, hasWaited } = entry
  return { entry, verdict: await videos.judge({ userId: own.userId, url, words, hasWaited }) }
}

/** False when the import is gone, or its account has reached its limit of today. */
async function store(deps: JudgeImportDeps, own: OwnImport, judged: readonly Judged[]): Promise<boolean> {
  const certain = judged.flatMap(({ entry, verdict }) => (verdict.kind === 'certain' ? [entry] : []))
  const left = judged.flatMap(({ entry, verdict }) => leftEntry(entry, verdict))
  const added = await deps.database.asSystem('store judged entries', async (tx) => {
    await lockImport(tx, own)
    await recordLeft(tx, own, left)
    return addEntries(deps, tx, { own, entries: certain, triedNow: true })
  })
  if (added === null) return false
  for (const { videoId, isNew } of added)
    if (isNew) await deps.videos.tryAgain({ userId: own.userId, id: videoId })
  return true
}

function leftEntry({ position }: WaitingEntry, verdict: Verdict): LeftEntry[] {
  if (verdict.kind === 'certain') return []
  const entry = { position, reason: null, waitsFor: null }
  if (verdict.kind === 'open') return [{ ...entry, state: 'new' }]
  return verdict.kind === 'nameless'
    ? [{ ...entry, state: 'nameless', reason: verdict.reason }]
    : [{ ...entry, state: 'written', waitsFor: verdict.areaId }]
}
