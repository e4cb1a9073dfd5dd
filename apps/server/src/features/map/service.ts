import { type MapChoice, type MapStatus, type MapStreets, OPEN_FREE_MAP } from '@antojo/contract/map'
import type { Database } from '@antojo/db/database'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { type MapArchive, openMapArchive } from '../../adapters/map/map-archive.ts'
import { messageOf } from '../../adapters/message-of.ts'
import type { Settings } from '../../config/config.ts'
import { showsStreets, writeShowsStreets } from './repo.ts'
import { styleOrigins } from './style-origins.ts'

export interface MapDeps {
  readonly database: Database
  /** A client that may reach the operator's own network. */
  readonly serviceFetch: GuardedFetch
  readonly log: Pick<Logger, 'warn'>
}

/** The streets of the map: from an archive, from a style, or, when an administrator has chosen it, from OpenFreeMap. */
export interface MapService {
  /** The streets as this node last read them; null for the built-in outlines. */
  streets(): MapStreets | null
  status(): MapStatus
  choose(choice: MapChoice): Promise<MapStatus>
  /** A vector tile; null when there is no archive, or none in it. */
  tile(zoom: number, x: number, y: number): Promise<Buffer | null>
  close(): Promise<void>
}

/** The interval at which another node's choice is read, and an unreadable style or archive is tried again. */
const REFRESH_INTERVAL_MS = 30_000

/** Retries the configured style or archive until it can be read, and regularly reads the administrator's choice. */
export async function createMap(
  { MAP_PMTILES: archiveAt, MAP_STYLE_URL: styleUrl }: Settings,
  { database, serviceFetch, log }: MapDeps,
): Promise<MapService> {
  let archive: MapArchive | null = null
  let streets: MapStreets | null = null
  const isSetting = archiveAt !== undefined || styleUrl !== undefined

  let isSettingRead = false

  async function refresh(): Promise<void> {
    if (archiveAt !== undefined) {
      if (isSettingRead) return
      archive = await openMapArchive(archiveAt, serviceFetch)
      streets = { kind: 'tiles', maxZoom: archive.maxZoom, attribution: archive.attribution }
      isSettingRead = true
    } else if (styleUrl !== undefined) {
      if (isSettingRead) return
      // Browsers may reach a style that this server cannot reach.
      streets ??= ofStyle(styleUrl, [new URL(styleUrl).origin])
      streets = ofStyle(styleUrl, await styleOrigins(styleUrl, serviceFetch))
      isSettingRead = true
    } else {
      streets = (await database.asSystem('read the choice of a map', showsStreets)) ? OPEN_FREE_MAP : null
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

  const status = (): MapStatus => ({ streets: nameOf(streets), isSetting })
  return {
    streets: () => streets,
    status,
    choose: async ({ streets: shows }) => {
      await database.asSystem('choose the map', (tx) => writeShowsStreets(tx, shows))
      await refresh()
      return status()
    },
    tile: async (zoom, x, y) => (await archive?.tile(zoom, x, y)) ?? null,
    close: async () => {
      clearInterval(timer)
      await archive?.close()
    },
  }
}

function ofStyle(url: string, origins: readonly string[]): MapStreets {
  return { kind: 'style', light: url, dark: url, origins }
}

function nameOf(streets: MapStreets | null): MapStatus['streets'] {
  if (streets === null) return 'none'
  return streets === OPEN_FREE_MAP ? 'open_free_map' : streets.kind
}
