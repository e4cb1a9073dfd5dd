import { Map as MapLibre, Marker, setWorkerUrl, type LngLatLike, type StyleSpecification } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'

setWorkerUrl(workerUrl)

interface MapView {
  readonly center: [number, number]
  readonly zoom: number
}

/** A map in the element; null where the browser has no WebGL. */
export function createMap(container: HTMLElement, view: MapView): MapLibre | null {
  try {
    return new MapLibre({ container, style: plainStyle(), ...view, attributionControl: false })
  } catch {
    return null
  }
}

export function pinElement(map: MapLibre, at: LngLatLike): Marker {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--chile').trim()
  return new Marker({ color }).setLngLat(at).addTo(map)
}

/** Nothing but a background: it needs no network. */
function plainStyle(): StyleSpecification {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--talavera-soft').trim()
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'background', type: 'background', paint: { 'background-color': color } }],
  }
}
