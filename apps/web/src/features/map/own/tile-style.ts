import { MAP_TILES_PATH, type MapStreets } from '@antojo/contract/map'
import { getLocale } from '@antojo/i18n/runtime'
import { layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

const SOURCE = 'streets'

/** The style of the server's own tiles, which have the layers of Protomaps. Texts are drawn with the fonts of the device. */
export function tileStyle(
  { maxZoom, attribution }: Extract<MapStreets, { kind: 'tiles' }>,
  isDark: boolean,
): StyleSpecification {
  const drawn = layers(SOURCE, namedFlavor(isDark ? 'dark' : 'light'), { lang: getLocale() })
  return {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [location.origin + MAP_TILES_PATH],
        maxzoom: maxZoom,
        attribution,
      },
    },
    layers: drawn.flatMap((layer) => withoutIcon(layer)),
  }
}

/** Icons would need a picture of another host; a layer of icons alone is left out. */
function withoutIcon(layer: LayerSpecification): LayerSpecification[] {
  if (layer.type !== 'symbol') return [layer]
  if (layer.layout?.['text-field'] === undefined) return []
  const { 'icon-image': _icon, 'text-font': _font, ...layout } = layer.layout
  return [{ ...layer, layout }]
}
