import { type MapChoice, type MapStatus, type MapStreets, OPEN_FREE_MAP } from '@antojo/contract/map'
import type { Database } from '@antojo/db/database'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { type MapArchive, openMapArchive } from '../../adapters/map/map-archive.ts'
import { messageOf } from '../../core/app-error.ts'
import type { Settings } from '../../config/config.ts'
import { showsStreets, writeShowsStreets } from './repo.ts'
import { styleOrigins } from './style-origins.ts'

export interface MapDeps {
  readonly database: Database
  /** A client that may reach the operator's own network. */
  readonly serviceFetch: GuardedFetch
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** The streets of the map: from an archive, from a style, or, unless an administrator chose otherwise, from OpenFreeMap while it answers. */
export type MapService = Awaited<ReturnType<typeof createMap>>

/** How long OpenFreeMap's last answer counts, and how long a start waits for the first. */
const ASK_INTERVAL_MS = { reached: 10 * 60_000, missed: 60_000 } as const
const ASK_TIMEOUT_MS = 3000
const MAX_STYLE_BYTES = 4 * 1024 ** 2

/** The interval at which another node's choice is read, and an unreadable style or archive is tried again. */
const REFRESH_INTERVAL_MS = 30_000

/** Retries the configured style or archive until it can be read, and regularly reads the administrator's choice. */
export async function createMap(
  { MAP_PMTILES: archiveAt, MAP_STYLE_URL: styleUrl }: Settings,
  { database, serviceFetch, log }: MapDeps,
) {
  let archive: MapArchive | null = null
  let streets: MapStreets | null = null
  const isSetting = archiveAt !== undefined || styleUrl !== undefined

  let isSettingRead = false
  let isWanted = true
  const reachesOpenFreeMap = openFreeMapWatch(serviceFetch, log)

  async function refresh(): Promise<void> {
    if (archiveAt !== undefined) {
      if (isSettingRead) return
      archive = await openMapArchive(archiveAt, serviceFetch)
      streets = { kind: 'tiles', maxZoom: archive.maxZoom, attribution: archive.attribution }
      isSettingRead = true
    } else if (styleUrl === 'none') {
      isWanted = false
    } else if (styleUrl !== undefined) {
      if (isSettingRead) return
      // Browsers may reach a style that this server cannot reach.
      streets ??= ofStyle(styleUrl, [new URL(styleUrl).origin])
      streets = ofStyle(styleUrl, await styleOrigins(styleUrl, serviceFetch))
      isSettingRead = true
    } else {
      isWanted = await database.asSystem('read the choice of a map', showsStreets)
      streets = isWanted && (await reachesOpenFreeMap()) ? OPEN_FREE_MAP : null
    }
  }
  let lastProblem = ''
  const refreshQuietly = async (): Promise<void> => {
    try {
      await refresh()
      lastProblem = ''
    } catch (error) {
      const problem = messageOf(error)
      if (problem !== lastProblem) log.warn({ problem }, 'the streets of the map could not be read')
      lastProblem = problem
    }
  }
  await refreshQuietly()
  const timer = setInterval(() => void refreshQuietly(), REFRESH_INTERVAL_MS)
  timer.unref()

  const status = (): MapStatus => ({ streets: nameOf(streets), isSetting, isWanted })
  return {
    /** The streets as this node last read them; null for the built-in outlines. */
    streets: (): MapStreets | null => streets,
    status,
    choose: async ({ streets: shows }: MapChoice): Promise<MapStatus> => {
      await database.asSystem('choose the map', (tx) => writeShowsStreets(tx, shows))
      await refresh()
      return status()
    },
    /** A vector tile; null when there is no archive, or none in it. */
    tile: async (zoom: number, x: number, y: number): Promise<Buffer | null> =>
      (await archive?.tile(zoom, x, y)) ?? null,
    close: async () => {
      clearInterval(timer)
      await archive?.close()
    },
  }
}

/** Tells whether OpenFreeMap answered when it was asked last, and asks again from time to time. */
function openFreeMapWatch(fetch: GuardedFetch, log: Pick<Logger, 'info'>): () => Promise<boolean> {
  let asked = { reached: false, at: 0 }
  return async () => {
    const validMs = asked.reached ? ASK_INTERVAL_MS.reached : ASK_INTERVAL_MS.missed
    if (Date.now() - asked.at < validMs) return asked.reached
    const request = { url: OPEN_FREE_MAP.light, timeoutMs: ASK_TIMEOUT_MS, maxBytes: MAX_STYLE_BYTES }
    const answer = await fetch(request)
    const reached = answer.ok && answer.status === 200
    if (reached !== asked.reached || asked.at === 0) log.info({ reached }, 'asked OpenFreeMap for streets')
    asked = { reached, at: Date.now() }
    return reached
  }
}

function ofStyle(url: string, origins: readonly string[]): MapStreets {
  return { kind: 'style', light: url, dark: url, origins }
}

function nameOf(streets: MapStreets | null): MapStatus['streets'] {
  if (streets === null) return 'none'
  return streets === OPEN_FREE_MAP ? 'open_free_map' : streets.kind
}
