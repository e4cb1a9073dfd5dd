import type { BootConfig } from '@antojo/contract/boot-config'
import type { Settings } from '@antojo/domain/settings'

export interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number]

/** The provider of the map. Only Google's map may show Google's places. */
export type MapHost = 'own' | 'google'

export interface View {
  readonly center: LatLng
  readonly zoom: number
  readonly bounds: Bounds
}

/** How an element lies on its point: by its centre or its bottom, or by its centre below all others and without presses. */
export type PinAnchor = 'center' | 'bottom' | 'below'

/** A map on the screen of either provider. Pins, clusters and labels are our own elements. */
export interface LiveMap {
  /** Width of the world in pixels at zoom 0, which differs between the libraries. */
  readonly tileSize: 256 | 512
  /** True for the built-in map, which has countries and cities but no streets. */
  readonly outlinesOnly: boolean
  view(): View
  /** Calls back after each movement; returns a function that ends this. */
  onMoved(moved: () => void): () => void
  /** Part of its width, at the left, that a panel covers. */
  coveredPart(): number
  /** Shows a point in the middle of what nothing covers. */
  moveTo(at: LatLng, zoom: number, animate: boolean): void
  /** Shows the bounds at once, with a padding in pixels, below the part of the map that is covered at its top. */
  fit(bounds: Bounds, padding: number, maxZoom: number, coveredTop: number): void
  /** Places an element at a point; returns a function that removes it. */
  pin(element: HTMLElement, at: LatLng, anchor: PinAnchor): () => void
  remove(): void
}

export interface MapOptions {
  readonly start: Pick<View, 'center' | 'zoom'>
  readonly look: Settings['map_style']
  readonly language: Settings['language']
  readonly reducedMotion: boolean
  readonly config: BootConfig
  /** Called when the provider withdraws the map, for example because it refuses the key. */
  readonly onLost: () => void
}

/** Creates a map in an element; null when that is impossible. */
export type MakeMap = (box: HTMLElement, options: MapOptions) => Promise<LiveMap | null>
