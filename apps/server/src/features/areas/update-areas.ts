import type { Database } from '@antojo/db/database'
import { type KnownArea, listAreas } from '@antojo/places/areas'
import { type AreaPlan, type FetchAreaOptions, planArea } from '@antojo/places/import/overture/fetch-area'
import { newestRelease } from '@antojo/places/import/overture/release'
import { type AreaChanges, updateArea } from '@antojo/places/import/overture/update-area'
import type { RemoteOptions } from '@antojo/places/import/remote/remote-file'
import {
  claimOutdated,
  endUpdate,
  failUpdate,
  hasFetchedArea,
  reportUpdate,
} from '@antojo/places/wanted-areas'
import type { Logger } from 'pino'
import { failureOf } from './area-failure.ts'
import { tellSome } from './repo.ts'

/** Hours of the server's clock in which areas are updated. */
const NIGHT = { from: 1, to: 5 }
const REPORT_INTERVAL_MS = 2_000

export interface UpdatesDeps {
  readonly database: Database
  readonly overtureUrl: string
  /** The directory of unfinished downloads. */
  readonly dir: string
  readonly log: Pick<Logger, 'info' | 'warn'>
}

export interface Updating extends RemoteOptions, Pick<FetchAreaOptions, 'onProgress'> {
  /** Throws for an area that is too large. */
  readonly check: (plan: AreaPlan) => Promise<void> | void
}

/** Brings an area to a release, and tells the people who saved its places. */
export async function updateOne(
  { database, overtureUrl, dir }: Omit<UpdatesDeps, 'log'>,
  area: KnownArea,
  { check, ...remote }: Updating & { readonly id: string },
): Promise<AreaChanges> {
  const extent = { box: area, country: area.country ?? undefined }
  const plan = await planArea(overtureUrl, extent, remote)
  await check(plan)
  const changes = await updateArea(database.pool, area, plan, { ...remote, dir })
  await tellChanges(database)
  return changes
}

/** Tells people what became of their places. Safe to repeat: what was interrupted continues. */
export async function tellChanges(database: Database): Promise<void> {
  const tell = (): Promise<number> => database.asSystem('tell what became of places', (tx) => tellSome(tx))
  while ((await tell()) > 0);
}

/** At night, brings one area after another to the newest release. Returns the number of updated areas. */
export async function updateAtNight(deps: UpdatesDeps, now: () => Date, updating: Updating): Promise<number> {
  const { database, overtureUrl, log } = deps
  const isNight = (): boolean => now().getHours() >= NIGHT.from && now().getHours() < NIGHT.to
  if (!isNight() || !(await hasFetchedArea(database.pool))) return 0
  await tellChanges(database)
  const id = await newestRelease(overtureUrl, updating)
  let updated = 0
  while (isNight() && updating.signal?.aborted !== true) {
    const area = await claimOutdated(database.pool, id)
    if (area === null) return updated
    try {
      const changes = await updateOne(deps, area, { ...updating, id })
      log.info({ area: area.name, release: id, ...changes }, 'area updated')
      updated += 1
    } catch (error) {
      await failUpdate(database.pool, area.id, failureOf(error))
      log.warn({ err: error, area: area.name }, 'area not updated')
    }
  }
  return updated
}

/** Brings a claimed area to the newest release at once, and writes its progress. */
export async function updateClaimed(deps: UpdatesDeps, id: string, updating: Updating): Promise<void> {
  const { database, overtureUrl, log } = deps
  const area = (await listAreas(database.pool)).find((each) => each.id === id && each.isUpdating)
  if (area === undefined) return
  let progress = { bytes: 0, ofBytes: 0 }
  const report = setInterval(() => {
    reportUpdate(database.pool, id, progress).catch((error: unknown) =>
      log.warn({ err: error, area: area.name }, 'progress of an update not written'),
    )
  }, REPORT_INTERVAL_MS)
  try {
    const newest = await newestRelease(overtureUrl, updating)
    const changes = await updateOne(deps, area, {
      ...updating,
      id: newest,
      check: async (plan) => {
        await updating.check(plan)
        progress = { bytes: 0, ofBytes: plan.bytes }
      },
      onProgress: ({ bytes }) => {
        progress = { ...progress, bytes }
      },
    })
    await endUpdate(database.pool, id)
    log.info({ area: area.name, release: newest, ...changes }, 'area updated')
  } catch (error) {
    await failUpdate(database.pool, id, failureOf(error))
    log.warn({ err: error, area: area.name }, 'area not updated')
  } finally {
    clearInterval(report)
  }
}
