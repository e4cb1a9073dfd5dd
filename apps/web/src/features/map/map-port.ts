import type { BootConfig } from '@antojo/contract/boot-config'
import type { Settings } from '@antojo/domain/settings'

export interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number]

/** Whose map it is: our own, or Google's, the only one that may show its places. */
export type MapHost = 'own' | 'google'

export interface View {
  readonly center: LatLng
  readonly zoom: number
  readonly bounds: Bounds
}

/** A map on the screen, whoever draws it. What stands on it (pins, clusters, words) is ours. */
export interface LiveMap {
  /** Pixels of the whole world at zoom 0: the libraries count zooms from different sizes. */
  readonly tileSize: 256 | 512
  /** Drawn from the carried outlines, which end at cities: close by there is nothing but the pins. */
  readonly outlinesOnly: boolean
  view(): View
  /** Calls back whenever the view came to rest; the answer ends that. */
  onMoved(moved: () => void): () => void
  moveTo(at: LatLng, zoom: number, animate: boolean): void
  /** Brings the bounds into sight at once, with so many pixels around them. */
  fit(bounds: Bounds, padding: number, maxZoom: number): void
  /** Puts an element of ours at a point, by its middle or its foot; the answer takes it away. */
  pin(element: HTMLElement, at: LatLng, anchor: 'center' | 'bottom'): () => void
  remove(): void
}

export interface MapOptions {
  readonly start: Pick<View, 'center' | 'zoom'>
  readonly look: Settings['map_style']
  readonly language: Settings['language']
  readonly reducedMotion: boolean
  readonly config: BootConfig
  /** The provider of the map took it back, e.g. because it refuses the key. */
  readonly onLost: () => void
}

/** Makes a map in an element; null where that cannot be. */
export type MakeMap = (box: HTMLElement, options: MapOptions) => Promise<LiveMap | null>
