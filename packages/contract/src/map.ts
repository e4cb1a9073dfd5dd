import { z } from 'zod'

/** The satellite view of the map: the last open release of EOX' cloudless Sentinel-2 picture, CC BY 4.0. */
export const SATELLITE_TILES =
  'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg'
/** The origin of the satellite tiles, for the content security policy. */
export const SATELLITE_ORIGIN = 'https://tiles.maps.eox.at'

/** Streets from a service that needs neither key nor account: https://openfreemap.org */
export const OPEN_FREE_MAP = {
  kind: 'style',
  light: 'https://tiles.openfreemap.org/styles/liberty',
  dark: 'https://tiles.openfreemap.org/styles/dark',
  origins: ['https://tiles.openfreemap.org'],
} as const

/** The source of the map's streets. */
export const mapStreets = z.discriminatedUnion('kind', [
  /** Addresses of MapLibre styles, and the origins that they load from. */
  z.object({
    kind: z.literal('style'),
    light: z.string(),
    dark: z.string(),
    origins: z.array(z.string()).readonly(),
  }),
  /** Vector tiles in the layers of Protomaps, from this server: `MAP_TILES_PATH`. */
  z.object({ kind: z.literal('tiles'), maxZoom: z.number(), attribution: z.string() }),
])
export type MapStreets = z.infer<typeof mapStreets>

export const MAP_TILES_PATH = '/map-tiles/{z}/{x}/{y}'

/** `PUT /admin/map`: whether the map shows the streets of OpenFreeMap. A setting of the server takes precedence. */
export const mapChoice = z.object({ streets: z.boolean() })
export type MapChoice = z.infer<typeof mapChoice>

/** The streets that the map shows, whether a setting of the server decides them, and whether streets are wanted at all. */
export const mapStatus = z.object({
  streets: z.enum(['none', 'open_free_map', 'style', 'tiles']),
  isSetting: z.boolean(),
  isWanted: z.boolean(),
})
export type MapStatus = z.infer<typeof mapStatus>
