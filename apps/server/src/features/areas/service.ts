import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostArea } from '@antojo/identify/evidence'
import { recordArea, type KnownArea } from '@antojo/places/areas'
import type { NamedArea } from '@antojo/places/gazetteer/area'
import { boxOf } from '@antojo/places/geo'
import { type AreaPlan, fetchArea, planArea } from '@antojo/places/import/overture/fetch-area'
import type { ReadUrl } from '@antojo/places/import/remote/remote-file'
import type { Extent } from '@antojo/places/import/formats/read-parquet'
import {
  areaAround,
  areasAtRest,
  areasOfToday,
  type AreaToFetch,
  bucketRest,
  claimArea,
  claimUpdate,
  type ClaimedArea,
  failArea,
  forgiveBucket,
  hasDueArea,
  hasPlaces,
  isFetchOver,
  reportArea,
  returnArea,
  wantArea,
} from '@antojo/places/wanted-areas'
import { AppError } from '../../core/app-error.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import { AreaRefused, failureOf } from './area-failure.ts'
import { fetchArea as fetchAreaJob, updateArea as updateAreaJob } from './jobs.ts'
import { endWaiting } from './repo.ts'
import { updateAtNight, updateClaimed, type UpdatesDeps } from './update-areas.ts'

/** Larger fetches are left to the command line, which first shows the size. */
const MAX_BYTES = 1e9
const MAX_ROWS = 6e6
/** Free space to keep beyond the space that a fetch needs. */
const MIN_FREE_BYTES = 1e9
/** Bytes on disk per byte that is read, for decompressed parts, rows and indexes. */
const BYTES_ON_DISK_PER_BYTE = 4
const MAX_FETCH_MS = 10 * 60_000
const REPORT_INTERVAL_MS = 2_000
/** The most areas that posts and people together may add per day. */
const MAX_AREAS_PER_DAY = 50
/** Of these, the areas that no import may add: they are left to links that people save one by one. */
const AREAS_KEPT_FOR_LINKS = 20
const DAY_SECONDS = 86_400
/** A neighbourhood is fetched together with its surroundings. */
const MIN_RADIUS_KM = 6
/** An index covers an area when it has one place for this many people, within bounds. */
const PEOPLE_PER_PLACE = 2_000
const MIN_PLACES = 30
const MAX_MIN_PLACES = 1_000

/** The fetch of an area that the index does not cover. */
export interface WantedArea {
  readonly id: string
  readonly name: string
  /** False when nothing will happen soon, because the last fetch failed or the bucket is backed off. */
  readonly isComing: boolean
  /** True when the bucket is backed off, and the area is fetched afterwards. */
  readonly isLater: boolean
}

export type Areas = ReturnType<typeof createAreas>

export interface AreasDeps extends UpdatesDeps {
  readonly jobs: Pick<JobQueue, 'enqueue' | 'wake'>
  readonly budgets: Pick<Budgets, 'take' | 'allows'>
  readonly read: ReadUrl
  readonly isOnDemand: boolean
  /** Whether fetched areas are brought to newer releases at night. */
  readonly updates: boolean
  readonly now: () => Date
}

export function createAreas(deps: AreasDeps) {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const updating = {
    read: deps.read,
    signal: stopping.signal,
    check: (plan: AreaPlan): Promise<void> => refuseLarge(deps, plan),
  }
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    return work.finally(() => running.delete(work))
  }
  return {
    /** Whether posts, and people who are not administrators, may cause a fetch. */
    isOnDemand: deps.isOnDemand,
    /**
     * Requests the fetch of the first area that the index does not cover and that is meant for a reason; imports may fetch
     * fewer. Null when the index covers all of them, or when fetching is not allowed. An area that was fetched after
     * `since`, when the answer was made, counts as still being fetched.
     */
    requestMissing: async (
      areas: readonly PostArea[],
      since: Date,
      isOfImport = false,
    ): Promise<WantedArea | null> => {
      if (!deps.isOnDemand) return null
      let failed: WantedArea | null = null
      for (const area of areas) {
        const found = await learn(deps, { area, since, isOfImport })
        if (found?.isComing || found?.isLater) return found
        failed ??= found
      }
      return failed
    },
    /** Makes the tries due that wait for an area, if its fetch has ended, successfully or not. */
    endWait: async (id: string) => {
      if (await isFetchOver(deps.database.pool, id)) await endWait(deps, [id])
    },
    /** Fetches the places of a city that a person chose, without back-off after a failed fetch. */
    request: async (city: NamedArea): Promise<KnownArea> => {
      if (!(await isRoomToday(deps, false)))
        throw new AppError('rate_limited', `${MAX_AREAS_PER_DAY} areas were added today.`, {
          retryAfter: DAY_SECONDS,
        })
      await deps.budgets.take('placeArea')
      return addArea(
        deps,
        { ...city, radiusKm: city.radius / 1000 },
        { wantedFor: 'chosen', isOfImport: false },
      )
    },
    /** Continues fetches that no process is working on. */
    resume: async () => {
      if (await hasDueArea(deps.database.pool)) await startFetching(deps)
    },
    /** Fetches the next area in the queue, if there is one and no other process is fetching. */
    fetchNext: () => track(fetchNext(deps, stopping.signal)),
    /** At night, brings fetched areas to the newest release. */
    update: () => (deps.updates ? track(updateAtNight(deps, deps.now, updating)) : Promise.resolve(0)),
    /** Brings a fetched area to the newest release soon; null when it is none, or is being updated. */
    requestUpdate: (id: string) => requestUpdate(deps, id),
    /** The same at once, for an area that was claimed. */
    updateNow: (id: string) => track(updateClaimed(deps, id, updating)),
    /** Stops the fetch of this process, which continues after the next start. */
    stop: async () => {
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}

interface ToLearn {
  readonly area: PostArea
  readonly since: Date
  readonly isOfImport: boolean
}

async function learn(deps: AreasDeps, { area, since, isOfImport }: ToLearn): Promise<WantedArea | null> {
  const { pool } = deps.database
  const known = await areaAround(pool, area)
  if (known?.state === 'done')
    return known.changedAt > since ? { ...known, isComing: true, isLater: false } : null
  if (known) {
    if (await hasDueArea(pool)) await startFetching(deps)
    return wanted(deps, known)
  }
  if (area.reason === undefined) return null
  const extent = extentAround(area)
  const enough = Math.ceil(area.population / PEOPLE_PER_PLACE)
  if (await hasPlaces(pool, extent, Math.min(MAX_MIN_PLACES, Math.max(MIN_PLACES, enough)))) return null
  if (!(await isRoomToday(deps, isOfImport))) return null
  if (isOfImport && !(await deps.budgets.allows('importedArea'))) return null
  if (!(await deps.budgets.allows('placeArea'))) return null
  return wanted(deps, await addArea(deps, area, { wantedFor: area.reason, isOfImport }))
}

async function isRoomToday({ database }: AreasDeps, isOfImport: boolean): Promise<boolean> {
  const { all, ofImports } = await areasOfToday(database.pool)
  return all < MAX_AREAS_PER_DAY && (!isOfImport || ofImports < MAX_AREAS_PER_DAY - AREAS_KEPT_FOR_LINKS)
}

type Circle = Pick<PostArea, 'name' | 'lat' | 'lng' | 'radiusKm'>

async function addArea(
  deps: AreasDeps,
  area: Circle,
  why: Pick<AreaToFetch, 'wantedFor' | 'isOfImport'>,
): Promise<KnownArea> {
  const added = await wantArea(deps.database.pool, { ...why, name: area.name, extent: extentAround(area) })
  await startFetching(deps)
  return added
}

/** The box that the command line uses for a city, too. */
function extentAround({ lat, lng, radiusKm }: Circle): Extent {
  return { box: boxOf({ lat, lng, radius: Math.max(MIN_RADIUS_KM, radiusKm) * 1000 }) }
}

async function wanted({ database }: AreasDeps, area: KnownArea): Promise<WantedArea> {
  const { id, name, state, isOfBucket } = area
  const rests = (await bucketRest(database.pool)) !== null
  const isComing = state === 'running' || (state === 'waiting' && !rests)
  return { id, name, isComing, isLater: rests && (state === 'waiting' || (state === 'failed' && isOfBucket)) }
}

async function startFetching({ database, jobs }: AreasDeps): Promise<void> {
  await database.asSystem('enqueue the fetch of an area', (tx) =>
    jobs.enqueue(tx, fetchAreaJob, {}, fetchAreaJob.name),
  )
  jobs.wake(fetchAreaJob.name)
}

async function requestUpdate({ database, jobs }: AreasDeps, id: string): Promise<KnownArea | null> {
  const area = await claimUpdate(database.pool, id)
  if (area === null) return null
  await database.asSystem('enqueue the update of an area', (tx) =>
    jobs.enqueue(tx, updateAreaJob, { id }, id),
  )
  jobs.wake(updateAreaJob.name)
  return area
}

async function fetchNext(deps: AreasDeps, stop: AbortSignal): Promise<void> {
  const { pool } = deps.database
  if (stop.aborted) return
  const area = await claimArea(pool)
  if (area === null) return
  // One directory per area, because a cancelled fetch may still be writing.
  const dir = join(deps.dir, area.id)
  const isOver = await fetchClaimed({ ...deps, dir }, area, stop)
  if (!isOver) return
  await rm(dir, { recursive: true, force: true })
  await endWait(deps, [area.id, ...(await areasAtRest(pool))])
  if (await hasDueArea(pool)) await startFetching(deps)
}

async function endWait({ database }: AreasDeps, ids: readonly string[]): Promise<void> {
  await database.asSystem('end the wait for areas', (tx) => endWaiting(tx, ids))
}

/** False when the fetch was stopped and will continue later. */
async function fetchClaimed(deps: AreasDeps, area: ClaimedArea, stop: AbortSignal): Promise<boolean> {
  const { database, log } = deps
  const cancelled = new AbortController()
  const signal = AbortSignal.any([stop, cancelled.signal, AbortSignal.timeout(MAX_FETCH_MS)])
  let progress = { bytes: 0, ofBytes: 0, release: '' }
  const report = setInterval(() => {
    reportArea(database.pool, area.id, progress).then(
      (goesOn) => goesOn || cancelled.abort(),
      (error: unknown) => log.warn({ err: error, area: area.name }, 'progress of an area not written'),
    )
  }, REPORT_INTERVAL_MS)
  try {
    const remote = { read: deps.read, signal }
    const extent = { box: area, country: area.country ?? undefined }
    const plan = await planArea(deps.overtureUrl, extent, remote)
    await refuseLarge(deps, plan)
    progress = { bytes: 0, ofBytes: plan.bytes, release: plan.release }
    if (!(await reportArea(database.pool, area.id, progress))) return true
    const onProgress = ({ bytes }: { readonly bytes: number }): void => {
      progress = { ...progress, bytes }
    }
    const { inserted } = await fetchArea(database.pool, plan, { ...remote, dir: deps.dir, onProgress })
    if (!(await reportArea(database.pool, area.id, progress))) return true
    await recordArea(database.pool, { ...plan, name: area.name }, extent)
    await forgiveBucket(database.pool)
    log.info({ area: area.name, release: plan.release, inserted }, 'area fetched')
  } catch (error) {
    if (stop.aborted) {
      await returnArea(database.pool, area.id)
      return false
    }
    if (cancelled.signal.aborted) return true
    const failure = failureOf(error)
    log.warn({ err: error, area: area.name, reason: failure.reason }, 'area not fetched')
    await failArea(database.pool, area, failure)
  } finally {
    clearInterval(report)
  }
  return true
}

async function refuseLarge(
  { dir }: AreasDeps,
  { bytes, rows }: { readonly bytes: number; readonly rows: number },
): Promise<void> {
  if (bytes > MAX_BYTES || rows > MAX_ROWS) throw new AreaRefused('too_large')
  await mkdir(dir, { recursive: true })
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize < MIN_FREE_BYTES + bytes * BYTES_ON_DISK_PER_BYTE) throw new AreaRefused('disk_full')
}
