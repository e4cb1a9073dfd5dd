import { join } from 'node:path'
import { type KnownArea, listAreas } from '@antojo/places/areas'
import { newestRelease } from '@antojo/places/import/overture/release'
import { type AreaChanges, undoUpdate } from '@antojo/places/import/overture/update-area'
import type { Database } from '@antojo/db/database'
import type { Config } from '../../config/config.ts'
import { tellChanges, updateOne } from '../../features/areas/update-areas.ts'
import { withInstallation } from '../open-database.ts'
import { withOverture } from './with-overture.ts'

/** `antojo places update`: brings fetched areas to Overture's newest release, or undoes that. Returns the exit code. */
export async function updatePlaces(
  config: Config,
  names: readonly string[],
  { undo = false }: { readonly undo?: boolean },
): Promise<number> {
  return withInstallation(config, async (database) => {
    const areas = (await listAreas(database.pool)).filter(({ state }) => state === 'done')
    const unknown = names.filter((name) => !areas.some((area) => isNamed(area, name)))
    for (const name of unknown) console.error(`No fetched area is named "${name}"; see places list.`)
    if (unknown.length > 0) return 2
    if (areas.length === 0) {
      console.log('No area is fetched; antojo places get fetches one.')
      return 0
    }
    const meant = areas.filter((area) => names.length === 0 || names.some((name) => isNamed(area, name)))
    return undo ? undoAll(database, meant) : updateAll(database, meant, config)
  })
}

async function updateAll(database: Database, areas: readonly KnownArea[], config: Config): Promise<number> {
  const url = config.settings.OVERTURE_URL
  const all = new Map<string, number>()
  return withOverture(config, async (remote) => {
    const id = await newestRelease(url, remote)
    const deps = { database, overtureUrl: url, dir: join(config.dataDir, 'downloads') }
    for (const area of areas) {
      if (area.release === id) {
        console.log(`${area.name}: has release ${id}`)
        continue
      }
      let size = ''
      const check = ({ bytes }: { readonly bytes: number }) => void (size = `${(bytes / 1e6).toFixed(1)} MB`)
      const changes = await updateOne(deps, area, { ...remote, id, check })
      console.log(`${area.name}: ${area.release} → ${id}, ${size}: ${countsText(changes)}`)
      for (const [kind, places] of Object.entries(changes)) all.set(kind, (all.get(kind) ?? 0) + places)
    }
    if (areas.length > 1) console.log(`In all: ${countsText(Object.fromEntries(all))}`)
    return 0
  })
}

async function undoAll(database: Database, areas: readonly KnownArea[]): Promise<number> {
  for (const area of areas) {
    const places = await undoUpdate(database.pool, area)
    console.log(
      `${area.name}: ${places === null ? 'there is no update to undo' : `${places} places are as before`}`,
    )
  }
  await tellChanges(database)
  return 0
}

const isNamed = (area: KnownArea, name: string): boolean => area.name.toLowerCase() === name.toLowerCase()

/** "2 closed, 1 moved". */
export function countsText(changes: AreaChanges): string {
  return (
    Object.entries(changes)
      .map(([kind, places]) => `${places} ${kind}`)
      .join(', ') || 'nothing changed'
  )
}
