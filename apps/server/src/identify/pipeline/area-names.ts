import type { AreaNames, GazetteerEntry } from '@antojo/identify/areas/gazetteer'
import { createGazetteer, type Gazetteer } from '@antojo/places/gazetteer/gazetteer'
import { readIndexTowns } from '@antojo/places/gazetteer/towns-of-index'
import type pg from 'pg'

/** Adapts the gazetteer to the interface of identification. */
export function areaNames(gazetteer: Gazetteer): AreaNames {
  return {
    find(keys) {
      const found = new Map<string, GazetteerEntry[]>()
      for (const { key, radius, ...area } of gazetteer.findAreas(keys)) {
        const entry: GazetteerEntry = { ...area, radiusKm: radius / 1000 }
        const known = found.get(key)
        if (known === undefined) found.set(key, [entry])
        else known.push(entry)
      }
      return found
    },
  }
}

/** The names of the gazetteer and of the towns of an index, for callers that need nothing else of the gazetteer. */
export async function readAreaNames(pool: pg.Pool): Promise<AreaNames> {
  return areaNames(await createGazetteer(await readIndexTowns(pool)))
}
