import type { AreaNames, GazetteerEntry } from '@antojo/domain/identify/gazetteer'
import type { Gazetteer } from '@antojo/places/gazetteer'

/** The gazetteer in the form identification asks for. */
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
