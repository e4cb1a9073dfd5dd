import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

interface Point {
  readonly lat: number
  readonly lng: number
}

/** A closed line of `[lat, lng]`, in Leaflet's format. */
type Ring = readonly (readonly [number, number])[]

const require = createRequire(import.meta.url)
/** Degrees around the places within which a visitor can move the map. */
const MARGIN = 8
/** A larger extent uses the coarser outlines: the whole world in some 80 kB. */
const MAX_DETAILED_DEGREES = 60

/** The outlines of the countries around some places (Natural Earth, public domain). */
export async function outlinesAround(points: readonly Point[]): Promise<Ring[]> {
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  const [south, north] = [Math.min(...lats) - MARGIN, Math.max(...lats) + MARGIN]
  const [west, east] = [Math.min(...lngs) - MARGIN, Math.max(...lngs) + MARGIN]
  const isDetailed = Math.max(north - south, east - west) <= MAX_DETAILED_DEGREES
  const rings = await countries(isDetailed ? '50m' : '110m')
  return rings.filter(
    (ring) =>
      ring.some(([lat]) => lat >= south) &&
      ring.some(([lat]) => lat <= north) &&
      ring.some(([, lng]) => lng >= west) &&
      ring.some(([, lng]) => lng <= east),
  )
}

async function countries(scale: '50m' | '110m'): Promise<Ring[]> {
  const path = require.resolve(`world-atlas/countries-${scale}.json`)
  const world: Topology<{ countries: GeometryCollection }> = JSON.parse(await readFile(path, 'utf8'))
  const { features } = feature(world, world.objects.countries)
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.map(ringOf)
    if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat().map(ringOf)
    return []
  })
}

function ringOf(line: readonly (readonly number[])[]): Ring {
  return line.map(([lng = 0, lat = 0]) => [Number(lat.toFixed(3)), Number(lng.toFixed(3))])
}
