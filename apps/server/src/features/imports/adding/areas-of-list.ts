import { AREA_REASONS } from '@antojo/domain/places/evidence-kinds'
import type { Database } from '@antojo/db/database'
import type { PostArea } from '@antojo/identify/evidence'
import type { Areas, WantedArea } from '../../areas/service.ts'
import {
  type LearningEntry,
  type LeftEntry,
  lockImport,
  type OwnImport,
  readLearning,
  recordLeft,
} from './repo.ts'

/** An entry that names areas, and no place that the index has. */
/** The posts of one list that have to name a city, unless its name is a plain word. */
const MIN_POSTS = 3

/** The same for all names of one area. */
const areaKey = ({ lat, lng }: Pick<PostArea, 'lat' | 'lng'>): string => `${lat} ${lng}`

/** The areas of a list that are meant for a reason, those that most entries name first. */
export function areasOfList(entries: readonly { readonly areas: readonly PostArea[] }[]): PostArea[] {
  const named = Map.groupBy(
    entries.flatMap(({ areas }) => areas),
    areaKey,
  )
  return [...named.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const all = [first, ...others]
      const told = AREA_REASONS.find((reason) => all.some((area) => area.reason === reason))
      const isOfList = all.length >= MIN_POSTS && all.some(({ isPlain }) => isPlain !== true)
      const reason = told ?? (isOfList ? 'list' : null)
      return reason === null ? [] : [{ ...first, reason }]
    })
}

interface RequestAreasDeps {
  readonly database: Database
  readonly areas: Pick<Areas, 'requestMissing'>
  readonly own: OwnImport
}

/** Requests the areas that the judged entries name, and decides which entries wait for one. */
export async function requestAreas({ database, areas, own }: RequestAreasDeps): Promise<void> {
  const entries = await database.asSystem('read the areas of an import', (tx) => readLearning(tx, own))
  if (entries.length === 0) return
  const found = new Map<string, WantedArea | null>()
  const since = new Date(Math.min(...entries.map((entry) => entry.since.getTime())))
  for (const area of areasOfList(entries)) {
    // Of several areas that a post names, the next is for a post whose first one is known.
    const isNeeded = entries.some(
      (entry) =>
        entry.areas.some((each) => areaKey(each) === areaKey(area)) &&
        !entry.areas.some((each) => found.get(areaKey(each))),
    )
    if (isNeeded) found.set(areaKey(area), await areas.requestMissing([area], since, true))
  }
  const left = entries.map((entry) => leftAfterAreas(entry, found))
  await database.asSystem('store what waits for areas', async (tx) => {
    await lockImport(tx, own)
    await recordLeft(tx, own, left)
  })
}

function leftAfterAreas(
  { position, reason, areas }: LearningEntry,
  found: ReadonlyMap<string, WantedArea | null>,
): LeftEntry {
  const wanted = areas.flatMap((area) => found.get(areaKey(area)) ?? [])
  const area = wanted.find(({ isComing }) => isComing) ?? wanted.find(({ isLater }) => isLater)
  if (area === undefined) {
    const state = reason === null ? 'new' : 'nameless'
    return { position, state, reason, waitsFor: null, learns: null }
  }
  const state = area.isComing ? 'written' : 'later'
  return { position, state, reason: null, waitsFor: area.id, learns: null }
}
