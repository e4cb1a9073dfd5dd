import type { Database } from '@antojo/db/database'
import { mapsLinkOf, readMapsLink } from '@antojo/domain/links/maps-link'
import type { Budgets } from '../../../core/budgets.ts'
import type { Areas } from '../../areas/service.ts'
import type { Places } from '../../places/service.ts'
import type { Verdict, Videos } from '../../videos/service.ts'
import { addEntries } from './add-entries.ts'
import { rowOfPlaceIn } from '../known-places.ts'
import { readKnownRows } from '../repo.ts'
import { requestAreas } from './areas-of-list.ts'
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
  readonly areas: Pick<Areas, 'requestMissing'>
  readonly budgets: Pick<Budgets, 'allows'>
  readonly places: Pick<Places, 'named'>
  readonly videos: Pick<Videos, 'keepForLater' | 'judge' | 'tryAgain'>
}

/** The entries that are judged before their outcome is stored. */
const ENTRIES_AT_ONCE = 20
const MAX_LISTED_PLACES = 1_000
/** Then the import goes to the end of the queue, and a node that stops need not wait for all of it. */
const MAX_MS = 20_000

/** The state of an entry that is not added. */
const LEFT: Readonly<Record<Verdict['kind'], LeftEntry['state'] | null>> = {
  certain: null,
  // Its areas are requested after the whole list is judged.
  learning: 'written',
  // Read from its platform.
  open: 'new',
  // Shown in the report until it is wanted.
  nameless: 'nameless',
}

type Judging = JudgeImportDeps & { readonly own: OwnImport }

/**
 * Identifies the entries of an import about which the file says enough, without asking any platform: reads some, judges
 * them by their words, places those whose place is certain, and reports the others. Each step is stored with its rows, so
 * that a crash neither loses nor doubles an entry. True when entries are left.
 */
export async function judgeImport(deps: JudgeImportDeps, own: OwnImport): Promise<boolean> {
  const { database } = deps
  const judging = { ...deps, own }
  let isMore = await database.asSystem('begin to judge an import', (tx) => beginJudging(tx, own))
  if (!isMore) return false
  try {
    const near = await positionsInLists(judging)
    const end = Date.now() + MAX_MS
    while (isMore && Date.now() < end) {
      const judged = await judge(judging, await read(judging, near))
      isMore = judged.length > 0 && (await placeAndReport(judging, judged))
    }
    if (!isMore) await requestAreas(judging)
    return isMore
  } finally {
    await database.asSystem('end judging an import', (tx) => endJudging(tx, own))
  }
}

async function positionsInLists({ database, places, own }: Judging): Promise<Positions> {
  const work = 'read the places of an import'
  const listed = await database.asSystem(work, (tx) => readPlaces(tx, own, MAX_LISTED_PLACES))
  const rowOf = rowOfPlaceIn(await database.asSystem(work, (tx) => readKnownRows(tx, own.userId)))
  const named = listed.flatMap(({ url, ...each }) => {
    const place = readMapsLink(url)
    return place === null ? [] : [{ ...each, place }]
  })
  return positionsByLists(places, named, (place) => rowOf(mapsLinkOf(place)) !== null)
}

async function read({ database, own }: Judging, positions: Positions): Promise<WaitingEntry[]> {
  const work = 'read entries to judge'
  const entries = await database.asSystem(work, (tx) => readWritten(tx, own, ENTRIES_AT_ONCE))
  return entries.map((entry) => {
    const near = positions.get(entry.position)
    return near === undefined ? entry : { ...entry, words: { ...entry.words, near } }
  })
}

type Judged = readonly [entry: WaitingEntry, verdict: Verdict]

async function judge({ videos, own }: Judging, entries: readonly WaitingEntry[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const entry of entries) {
    const { videoUrl: url, words, hasWaited } = entry
    judged.push([entry, await videos.judge({ userId: own.userId, url, words, hasWaited })])
  }
  return judged
}

/** False when the import is gone, or its account has reached its limit of today. */
async function placeAndReport(judging: Judging, judged: readonly Judged[]): Promise<boolean> {
  const { database, videos, own } = judging
  const entries = judged.filter(([, { kind }]) => kind === 'certain').map(([entry]) => entry)
  const added = await database.asSystem('store judged entries', async (tx) => {
    await lockImport(tx, own)
    await recordLeft(tx, own, judged.flatMap(leftEntry))
    return addEntries(judging, tx, { own, entries, triedNow: true })
  })
  for (const { videoId, isNew } of added ?? [])
    if (isNew) await videos.tryAgain({ userId: own.userId, id: videoId })
  return added !== null
}

function leftEntry([{ position }, verdict]: Judged): LeftEntry[] {
  const state = LEFT[verdict.kind]
  const reason = verdict.kind === 'nameless' ? verdict.reason : null
  const learns = verdict.kind === 'learning' ? verdict : null
  return state === null ? [] : [{ position, state, reason, waitsFor: null, learns }]
}
