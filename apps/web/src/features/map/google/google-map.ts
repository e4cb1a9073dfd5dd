import { googleLibrary } from './google-loader.ts'
import type { Bounds, LiveMap, MakeMap } from '../map-port.ts'
import { coveredLeft } from '../show-all.ts'
import { createPinLayer } from '../points/pin-layer.ts'

const WORLD_BOUNDS: Bounds = [-180, -85, 180, 85]

/** Creates a Google map; null without a key. Google draws its own name, sources and terms. */
export const makeGoogleMap: MakeMap = async (box, { start, look, language, config, onLost }) => {
  const { googleMapsKey: key } = config
  if (key === null) return null
  // Google calls it when it refuses the key.
  Object.assign(window, { gm_authFailure: onLost })
  const { Map: GoogleMap } = await googleLibrary({ key, language }, 'maps')
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark'
  const map = new GoogleMap(box, {
    center: start.center,
    zoom: start.zoom,
    mapTypeId: look === 'satellite' ? 'hybrid' : 'roadmap',
    colorScheme: isDark ? 'DARK' : 'LIGHT',
    disableDefaultUI: true,
    zoomControl: true,
    clickableIcons: false,
    gestureHandling: 'greedy',
  })
  return liveMap(map, box)
}

function liveMap(map: google.maps.Map, box: HTMLElement): LiveMap {
  const pins = createGooglePins(map)
  return {
    tileSize: 256,
    outlinesOnly: false,
    view: () => {
      const center = map.getCenter()
      return {
        center: { lat: center?.lat() ?? 0, lng: center?.lng() ?? 0 },
        zoom: map.getZoom() ?? 0,
        bounds: boundsOf(map),
      }
    },
    onMoved: (moved) => {
      const listener = map.addListener('idle', moved)
      return () => listener.remove()
    },
    coveredPart: () => coveredLeft(box) / box.clientWidth,
    moveTo: (at, zoom, animate) => {
      const covered = coveredLeft(box)
      if (animate && covered === 0) {
        map.panTo(at)
        map.setZoom(zoom)
      } else map.moveCamera({ center: at, zoom })
      if (covered > 0) map.panBy(-covered / 2, 0)
    },
    fit: ([west, south, east, north], padding, maxZoom, top) => {
      // Google's method has no maximum zoom.
      map.setOptions({ maxZoom })
      const left = padding + coveredLeft(box)
      const around = { top: padding + top, right: padding, bottom: padding, left }
      map.fitBounds({ west, south, east, north }, around)
      google.maps.event.addListenerOnce(map, 'idle', () => map.setOptions({ maxZoom: null }))
    },
    pin: pins.pin,
    remove: () => {
      pins.remove()
      google.maps.event.clearInstanceListeners(map)
      box.replaceChildren()
    },
  }
}

/** The visible bounds; those of the world before Google has drawn for the first time. */
function boundsOf(map: google.maps.Map): Bounds {
  const seen = map.getBounds()?.toJSON()
  return seen ? [seen.west, seen.south, seen.east, seen.north] : WORLD_BOUNDS
}

/** Draws our pins in an overlay of Google's map. */
function createGooglePins(map: google.maps.Map): Pick<LiveMap, 'pin' | 'remove'> {
  const overlay = new google.maps.OverlayView()
  const layer = createPinLayer((at) => overlay.getProjection()?.fromLatLngToDivPixel(at) ?? null)
  overlay.onAdd = () => overlay.getPanes()?.overlayMouseTarget.append(layer.element)
  overlay.draw = layer.draw
  overlay.onRemove = () => layer.element.remove()
  overlay.setMap(map)
  return {
    pin: (element, at, anchor) => {
      google.maps.OverlayView.preventMapHitsFrom(element)
      return layer.put(element, at, anchor)
    },
    remove: () => overlay.setMap(null),
  }
}
