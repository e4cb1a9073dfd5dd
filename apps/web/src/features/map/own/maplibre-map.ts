import { Map as MapLibre, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import '../map-controls.css'
import type { MapStreets } from '@antojo/contract/map'
import { m } from '@antojo/i18n/messages'
import { allowWorker } from '../../../lib/device/trusted-types.ts'
import { mapCredits } from './map-credits.tsx'
import type { LiveMap, MakeMap } from '../map-port.ts'
import { coveredLeft } from '../show-all.ts'
import { mapStyle } from './map-style.ts'
import { createPinLayer } from '../points/pin-layer.ts'

allowWorker(workerUrl)

/** After this time, pins are added even if the first drawing has not finished. */
const DRAWING_TIMEOUT_MS = 3000

/** Creates our own map; null when the browser has no WebGL or the built-in map data cannot be loaded. */
export const makeMapLibre: MakeMap = async (box, { start, look, config, reducedMotion }) => {
  setWorkerUrl(workerFor(config.streets))
  const { style, hasStreets } = await mapStyle(look, config.streets)
  const map = new MapLibre({
    container: box,
    style,
    center: start.center,
    zoom: start.zoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: reducedMotion ? 0 : 200,
    locale: {
      // Two maps of one screen have two names, and neither that of the section around it.
      'Map.Title': [...new Set([m.page_map(), box.ariaLabel])].join(': '),
      'NavigationControl.ZoomIn': m.map_zoom_in(),
      'NavigationControl.ZoomOut': m.map_zoom_out(),
    },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(mapCredits(), 'bottom-right')
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  const outlinesOnly = !hasStreets && look === 'standard'
  // Without streets, a scale shows how far apart the pins are.
  if (outlinesOnly) map.addControl(new ScaleControl(), 'bottom-left')
  // Before the land is drawn, the whole map looks like sea.
  await Promise.race([map.once('load'), new Promise((resolve) => setTimeout(resolve, DRAWING_TIMEOUT_MS))])
  return liveMap(map, outlinesOnly)
}

/**
 * A worker obeys the content security policy with which its script was sent, and browsers keep scripts: each choice of
 * hosts makes another address, so that a new choice has its new policy.
 */
function workerFor(streets: MapStreets | null): string {
  if (streets?.kind !== 'style') return workerUrl
  return `${workerUrl}?origins=${encodeURIComponent(streets.origins.join(' '))}`
}

function liveMap(map: MapLibre, outlinesOnly: boolean): LiveMap {
  const box = map.getContainer()
  const pins = createPinLayer(({ lat, lng }) => {
    // The map repeats the world; this picks the visible copy.
    const turns = Math.round((map.getCenter().lng - lng) / 360)
    return map.project([lng + turns * 360, lat])
  })
  map.getCanvasContainer().append(pins.element)
  map.on('move', pins.draw)
  return {
    tileSize: 512,
    outlinesOnly,
    view: () => {
      const { lat, lng } = map.getCenter()
      const seen = map.getBounds()
      const bounds = [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()] as const
      return { center: { lat, lng }, zoom: map.getZoom(), bounds }
    },
    onMoved: (moved) => {
      map.on('moveend', moved)
      return () => void map.off('moveend', moved)
    },
    coveredPart: () => coveredLeft(box) / box.clientWidth,
    moveTo: (at, zoom, animate) =>
      void map.easeTo({ center: at, zoom, animate, offset: [coveredLeft(box) / 2, 0] }),
    fit: ([west, south, east, north], padding, maxZoom, top) => {
      const left = padding + coveredLeft(box)
      const around = { top: padding + top, right: padding, bottom: padding, left }
      map.fitBounds([west, south, east, north], { padding: around, maxZoom, animate: false })
    },
    pin: pins.put,
    remove: () => map.remove(),
  }
}
