import {
  AttributionControl,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import './map-controls.css'
import { m } from '@antojo/i18n/messages'
import { mapStyle, type MapLook } from './map-style.ts'

setWorkerUrl(workerUrl)

export interface MapOptions {
  readonly center: [number, number]
  readonly zoom: number
  readonly look: MapLook
  /** The operator's style, or null. */
  readonly styleUrl: string | null
  readonly reducedMotion: boolean
}

export interface MadeMap {
  readonly map: MapLibre
  /** Drawn from the carried outlines, which end at cities: close by there is nothing but the pins. */
  readonly outlinesOnly: boolean
}

/** A map in the element; null where the browser has no WebGL or the carried world cannot be read. */
export async function createMap(container: HTMLElement, options: MapOptions): Promise<MadeMap | null> {
  try {
    const style = await mapStyle(options.look, options.styleUrl)
    const map = new MapLibre({
      container,
      style,
      center: options.center,
      zoom: options.zoom,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: options.reducedMotion ? 0 : 200,
      locale: {
        'Map.Title': m.page_map(),
        'NavigationControl.ZoomIn': m.map_zoom_in(),
        'NavigationControl.ZoomOut': m.map_zoom_out(),
        'AttributionControl.ToggleAttribution': m.map_credits(),
      },
    })
    map.touchZoomRotate.disableRotation()
    map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    const outlinesOnly = typeof style !== 'string' && options.look === 'standard'
    // Where no street tells how far apart the pins are, a scale does.
    if (outlinesOnly) map.addControl(new ScaleControl(), 'bottom-left')
    return { map, outlinesOnly }
  } catch {
    return null
  }
}
