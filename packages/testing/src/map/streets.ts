import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { FeatureCollection, Geometry } from 'geojson'
import { Compression, TileType, zxyToTileId } from 'pmtiles'

/** A street of the Roma Norte in Mexico City, in the layers of Protomaps. */
export const STREET = { name: 'Calle de Durango', lat: 19.4195, lng: -99.167 } as const
export const MAX_ZOOM = 14
const ATTRIBUTION = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>'

const { lat, lng } = STREET
const LAYERS: Readonly<Record<string, FeatureCollection>> = {
  earth: only({ kind: 'earth' }, square(1)),
  water: only({ kind: 'lake' }, square(0.004, 0.01)),
  roads: only(
    { kind: 'major_road', kind_detail: 'primary', name: STREET.name, min_zoom: 0, sort_rank: 1 },
    {
      type: 'LineString',
      coordinates: [
        [lng - 0.02, lat - 0.001],
        [lng + 0.02, lat + 0.001],
      ],
    },
  ),
}

function only(properties: Readonly<Record<string, string | number>>, geometry: Geometry): FeatureCollection {
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] }
}

function square(half: number, shift = 0): Geometry {
  const [west, south, east, north] = [lng - half + shift, lat - half, lng + half + shift, lat + half]
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

/** The tile that contains the street, as `x` and `y`. */
export function streetTile(zoom: number): { readonly x: number; readonly y: number } {
  const scale = 2 ** zoom
  const radians = (lat * Math.PI) / 180
  return {
    x: Math.floor(((lng + 180) / 360) * scale),
    y: Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * scale),
  }
}

/** An uncompressed vector tile (https://github.com/mapbox/vector-tile-spec); null where nothing is drawn. */
export function vectorTile(zoom: number, x: number, y: number): Buffer | null {
  const found = Object.entries(LAYERS).flatMap(([name, data]) => {
    const tile = new GeoJSONVT(data, { maxZoom: MAX_ZOOM }).getTile(zoom, x, y)
    return tile === null ? [] : [[name, tile] as const]
  })
  return found.length === 0
    ? null
    : Buffer.from(fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 }))
}

interface Entry {
  readonly id: number
  readonly bytes: Buffer
}

/** A PMTiles archive, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md), with the street at all zooms. */
export function streetArchive(): Buffer {
  const entries: Entry[] = []
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += 1) {
    const { x, y } = streetTile(zoom)
    const bytes = vectorTile(zoom, x, y)
    if (bytes !== null) entries.push({ id: zxyToTileId(zoom, x, y), bytes: gzipSync(bytes) })
  }
  const directory = gzipSync(directoryOf(entries))
  const metadata = gzipSync(Buffer.from(JSON.stringify({ attribution: ATTRIBUTION })))
  const tiles = Buffer.concat(entries.map(({ bytes }) => bytes))
  return Buffer.concat([
    header(directory.length, metadata.length, tiles.length, entries.length),
    directory,
    metadata,
    tiles,
  ])
}

/**
 * The directory consists of columns of varints: differences of ids, run lengths, lengths, and offsets, of which 0 means
 * "after the previous one".
 */
function directoryOf(entries: readonly Entry[]): Buffer {
  const ids = entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0))
  const columns = [
    ids,
    entries.map(() => 1),
    entries.map(({ bytes }) => bytes.length),
    entries.map((_, i) => (i === 0 ? 1 : 0)),
  ]
  return Buffer.from([entries.length, ...columns.flat()].flatMap(varint))
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

const HEADER_BYTES = 127

function header(directory: number, metadata: number, tiles: number, entries: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write('PMTiles', 0, 'latin1')
  bytes[7] = 3
  const [metadataAt, tilesAt] = [HEADER_BYTES + directory, HEADER_BYTES + directory + metadata]
  const sizes = [
    HEADER_BYTES,
    directory,
    metadataAt,
    metadata,
    0,
    0,
    tilesAt,
    tiles,
    entries,
    entries,
    entries,
  ]
  for (const [index, size] of sizes.entries()) bytes.writeBigUInt64LE(BigInt(size), 8 + index * 8)
  bytes.set([1, Compression.Gzip, Compression.Gzip, TileType.Mvt, 0, MAX_ZOOM], 96)
  const corners = [-180, -85, 180, 85]
  for (const [index, degrees] of corners.entries()) bytes.writeInt32LE(degrees * 1e7, 102 + index * 4)
  return bytes
}
