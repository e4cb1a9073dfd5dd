import { getLocale } from '@antojo/i18n/runtime'
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'
import { MAP_TILES_PATH, type MapStreets, SATELLITE_TILES } from '@antojo/contract/map'
import { feature, mesh } from 'topojson-client'
import { drawable } from './antimeridian.ts'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { citiesUrl, countriesUrl } from 'virtual:basemap'

export type MapLook = 'standard' | 'satellite'

/** After this time, the built-in style replaces the one with streets. */
const STYLE_TIMEOUT_MS = 4000
const SATELLITE_CREDIT = 'Sentinel-2 cloudless 2016 by EOX, Copernicus data'
const SATELLITE_ZOOM = 13
const BASE_CREDIT = 'Natural Earth, GeoNames'

export interface ChosenStyle {
  readonly style: StyleSpecification | string
  readonly hasStreets: boolean
}

/** The style of a map: with streets if the server has some and they can be reached, else the built-in one, which works offline. */
export async function mapStyle(look: MapLook, streets: MapStreets | null): Promise<ChosenStyle> {
  const withStreets = look === 'standard' && streets !== null ? await streetStyle(streets) : null
  if (withStreets !== null) return { style: withStreets, hasStreets: true }
  return { style: await carriedStyle(look), hasStreets: false }
}

/** Null when the streets cannot be reached. */
async function streetStyle(streets: MapStreets): Promise<StyleSpecification | string | null> {
  const isDark = document.documentElement.dataset['theme'] !== 'light'
  if (streets.kind === 'tiles') {
    if (!(await isReachable(MAP_TILES_PATH.replaceAll(/\{\w\}/gu, '0')))) return null
    return (await import('./tile-style.ts')).tileStyle(streets, isDark)
  }
  const url = isDark ? streets.dark : streets.light
  return (await isReachable(url)) ? url : null
}

async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(STYLE_TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}

async function carriedStyle(look: MapLook): Promise<StyleSpecification> {
  const world = await countries()
  const ink = color('--ink-soft')
  const style: StyleSpecification = {
    version: 8,
    sources: {
      land: {
        type: 'geojson',
        data: drawable(feature(world, world.objects.countries)),
        attribution: BASE_CREDIT,
      },
      borders: { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: borders(world) } },
      cities: { type: 'geojson', data: citiesUrl },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': color('--talavera-soft') } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': color('--paper') } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': color('--line-strong'), 'line-width': 0.7 },
      },
    ],
  }
  if (look === 'satellite') {
    style.sources['satellite'] = {
      type: 'raster',
      tiles: [SATELLITE_TILES],
      tileSize: 256,
      maxzoom: SATELLITE_ZOOM,
      attribution: SATELLITE_CREDIT,
    }
    style.layers.push({ id: 'satellite', type: 'raster', source: 'satellite' })
  }
  style.layers.push({
    id: 'cities',
    type: 'symbol',
    source: 'cities',
    filter: ['>=', ['get', 'rank'], ['step', ['zoom'], 68, 3, 64, 4, 60, 5, 56, 6, 50]],
    layout: { 'text-field': cityName(), 'text-size': 13, 'symbol-sort-key': ['-', 0, ['get', 'rank']] },
    paint: { 'text-color': ink, 'text-halo-color': color('--paper'), 'text-halo-width': 1.5 },
  })
  return style
}

/** Cities whose Spanish name differs from the English one in the data. */
const SPANISH_CITIES: Readonly<Record<string, string>> = {
  'Mexico City': 'Ciudad de México',
  'New York City': 'Nueva York',
  London: 'Londres',
  Moscow: 'Moscú',
  Tokyo: 'Tokio',
  Beijing: 'Pekín',
  Shanghai: 'Shanghái',
  Seoul: 'Seúl',
  'New Delhi': 'Nueva Delhi',
  Cairo: 'El Cairo',
  Rome: 'Roma',
  Milan: 'Milán',
  Naples: 'Nápoles',
  Turin: 'Turín',
  Paris: 'París',
  Marseille: 'Marsella',
  Lisbon: 'Lisboa',
  Berlin: 'Berlín',
  Munich: 'Múnich',
  Hamburg: 'Hamburgo',
  Köln: 'Colonia',
  Vienna: 'Viena',
  Prague: 'Praga',
  Warsaw: 'Varsovia',
  Brussels: 'Bruselas',
  Antwerpen: 'Amberes',
  Geneva: 'Ginebra',
  Copenhagen: 'Copenhague',
  Stockholm: 'Estocolmo',
  Athens: 'Atenas',
  Istanbul: 'Estambul',
  Bucharest: 'Bucarest',
  Belgrade: 'Belgrado',
  'Saint Petersburg': 'San Petersburgo',
  Kyiv: 'Kiev',
  Baghdad: 'Bagdad',
  Tehran: 'Teherán',
  Jerusalem: 'Jerusalén',
  Damascus: 'Damasco',
  Riyadh: 'Riad',
  Mecca: 'La Meca',
  Singapore: 'Singapur',
  Sydney: 'Sídney',
  Philadelphia: 'Filadelfia',
  'New Orleans': 'Nueva Orleans',
  Havana: 'La Habana',
  Panamá: 'Ciudad de Panamá',
  'Guatemala City': 'Ciudad de Guatemala',
  'Cape Town': 'Ciudad del Cabo',
  Johannesburg: 'Johannesburgo',
  Algiers: 'Argel',
  Tunis: 'Túnez',
  Tripoli: 'Trípoli',
}

/** The name of a city in the person's language. */
function cityName(): ExpressionSpecification {
  if (getLocale() !== 'es') return ['get', 'name']
  const names = ['literal', SPANISH_CITIES] as const
  return ['coalesce', ['get', ['get', 'name'], [...names]], ['get', 'name']]
}

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>

async function countries(): Promise<World> {
  const response = await fetch(countriesUrl)
  return await response.json()
}

function borders(world: World) {
  return mesh(world, world.objects.countries, (a, b) => a !== b)
}

function color(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim()
}
