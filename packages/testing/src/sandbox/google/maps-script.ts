/*
 * The sandbox serves this script to browsers instead of Google's map script: the part of the Maps JavaScript API that
 * Antojo uses, with its names, on a map without pictures. Like Google's own it works under a policy with a nonce, makes
 * markup by the Trusted Types policy of the same name, and asks its hosts for tiles and places. The sandbox strips the
 * types and serves the file as it is, so nothing is imported.
 */

interface Point {
  readonly lat: number
  readonly lng: number
}

interface Padding {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

interface Edges {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

interface Options {
  center?: Point
  zoom?: number
  readonly maxZoom?: number | null
  readonly mapTypeId?: string
  readonly colorScheme?: string
}

interface Markup {
  createHTML(text: string): string
}

declare const trustedTypes:
  | { createPolicy(name: string, rules: { createHTML: (text: string) => string }): Markup }
  | undefined

class LatLng {
  readonly #point: Point

  constructor(point: Point) {
    this.#point = point
  }

  lat(): number {
    return this.#point.lat
  }

  lng(): number {
    return this.#point.lng
  }

  toJSON(): Point {
    return this.#point
  }
}

/** Pixels from the upper left corner of the world at zoom 0. */
function pixels({ lat, lng }: Point): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: 256 * (lng / 360 + 0.5),
    y: 256 * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  }
}

function pointAt({ x, y }: { x: number; y: number }): Point {
  const turn = Math.PI - (2 * Math.PI * y) / 256
  return { lat: (180 / Math.PI) * Math.atan(Math.sinh(turn)), lng: (x / 256 - 0.5) * 360 }
}

class GoogleMap {
  readonly box: HTMLElement
  readonly pane = document.createElement('div')
  readonly overlays = new Set<OverlayView>()
  readonly #heard = new Set<() => void>()
  #options: Options

  constructor(box: HTMLElement, options: Options) {
    this.box = box
    this.#options = options
    box.replaceChildren(this.pane, credits(), tile(this.#options))
    box.dataset['mapType'] = options.mapTypeId ?? 'roadmap'
    box.dataset['colorScheme'] = options.colorScheme ?? 'LIGHT'
    Object.assign(box.style, { position: 'relative', overflow: 'hidden' })
    if (new URL(scriptUrl).searchParams.get('key') === 'refused') refuse()
    this.#rest()
  }

  getCenter(): LatLng {
    return new LatLng(this.#options.center ?? { lat: 0, lng: 0 })
  }

  getZoom(): number {
    return this.#options.zoom ?? 0
  }

  getBounds(): { toJSON(): Edges } {
    const middle = pixels(this.getCenter().toJSON())
    const scale = 2 ** this.getZoom()
    const [x, y] = [this.box.clientWidth / 2 / scale, this.box.clientHeight / 2 / scale]
    const { lat: north, lng: west } = pointAt({ x: middle.x - x, y: middle.y - y })
    const { lat: south, lng: east } = pointAt({ x: middle.x + x, y: middle.y + y })
    return { toJSON: () => ({ north, west, south, east }) }
  }

  setOptions(options: Options): void {
    Object.assign(this.#options, options)
  }

  panTo(center: Point): void {
    this.moveCamera({ center })
  }

  setZoom(zoom: number): void {
    this.moveCamera({ zoom })
  }

  moveCamera({ center, zoom }: Options): void {
    const most = this.#options.maxZoom ?? 22
    if (center) this.#options.center = { lat: center.lat, lng: center.lng }
    if (zoom !== undefined) this.#options.zoom = Math.min(most, zoom)
    this.#rest()
  }

  fitBounds({ west, south, east, north }: Edges, around: Padding): void {
    const [from, to] = [pixels({ lat: north, lng: west }), pixels({ lat: south, lng: east })]
    const room = [
      this.box.clientWidth - around.left - around.right,
      this.box.clientHeight - around.top - around.bottom,
    ] as const
    const fitting = Math.log2(Math.min(room[0] / (to.x - from.x), room[1] / (to.y - from.y)))
    const zoom = Math.min(this.#options.maxZoom ?? 22, Math.max(0, Math.floor(fitting)))
    const up = (around.top - around.bottom) / 2 / 2 ** zoom
    const center = pointAt({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - up })
    this.moveCamera({ center, zoom })
  }

  addListener(_event: 'idle', heard: () => void): { remove(): void } {
    this.#heard.add(heard)
    return { remove: () => void this.#heard.delete(heard) }
  }

  silence(): void {
    this.#heard.clear()
  }

  #rest(): void {
    requestAnimationFrame(() => {
      for (const overlay of this.overlays) overlay.draw()
      for (const heard of this.#heard) heard()
    })
  }
}

class OverlayView {
  #map: GoogleMap | null = null

  static preventMapHitsFrom(element: Element): void {
    element.addEventListener('click', (event) => event.stopPropagation())
  }

  onAdd(): void {}
  draw(): void {}
  onRemove(): void {}

  setMap(map: GoogleMap | null): void {
    this.#map?.overlays.delete(this)
    if (this.#map) this.onRemove()
    this.#map = map
    if (!map) return
    map.overlays.add(this)
    requestAnimationFrame(() => {
      this.onAdd()
      this.draw()
    })
  }

  getPanes(): { overlayMouseTarget: HTMLElement } | null {
    return this.#map && { overlayMouseTarget: this.#map.pane }
  }

  getProjection(): { fromLatLngToDivPixel(point: Point): { x: number; y: number } } | undefined {
    const map = this.#map
    if (!map) return undefined
    return {
      fromLatLngToDivPixel: (point) => {
        const [at, middle] = [pixels(point), pixels(map.getCenter().toJSON())]
        const scale = 2 ** map.getZoom()
        return {
          x: (at.x - middle.x) * scale + map.box.clientWidth / 2,
          y: (at.y - middle.y) * scale + map.box.clientHeight / 2,
        }
      },
    }
  }
}

class Place {
  readonly id: string
  location: LatLng | null = null

  constructor({ id }: { id: string }) {
    this.id = id
  }

  async fetchFields({ fields }: { fields: readonly string[] }): Promise<{ place: Place }> {
    const url = new URL(`https://places.googleapis.com/v1/places/${this.id}`)
    url.searchParams.set('fields', fields.join(','))
    const response = await fetch(url)
    if (!response.ok) throw new Error(`NOT_FOUND: ${this.id}`)
    const { location } = await response.json()
    this.location = new LatLng({ lat: location.latitude, lng: location.longitude })
    return { place: this }
  }
}

const scriptUrl =
  document.querySelector<HTMLScriptElement>('script[src^="https://maps.googleapis.com/"]')?.src ?? ''
const markup =
  typeof trustedTypes === 'undefined'
    ? { createHTML: (text: string) => text }
    : trustedTypes.createPolicy('google-maps-api#html', { createHTML: (text) => text })

function credits(): HTMLElement {
  const line = document.createElement('p')
  line.innerHTML = markup.createHTML('<a href="https://www.google.com/maps">Google Maps</a>')
  return line
}

/** A tile's picture comes from Google's host. */
function tile({ mapTypeId }: Options): HTMLElement {
  const picture = document.createElement('img')
  picture.alt = ''
  picture.src = `https://maps.googleapis.com/maps/vt?lyrs=${mapTypeId ?? ''}`
  return picture
}

function refuse(): void {
  if ('gm_authFailure' in window && typeof window.gm_authFailure === 'function') window.gm_authFailure()
}

/** Styles carry the nonce of the page's own styles. */
function addStyles(): void {
  const own = document.querySelector<HTMLElement>('style[nonce], link[rel="stylesheet"][nonce]')
  const style = document.createElement('style')
  style.nonce = own?.nonce ?? ''
  style.textContent = '.gm-style-cc { font: 400 11px Roboto, Arial, sans-serif }'
  document.head.append(style)
}

/** Defines the API where Google's script does, and calls the loader. */
export function install({ maps }: { maps: Record<string, unknown> }): void {
  const libraries: Readonly<Record<string, object>> = {
    maps: { Map: GoogleMap, OverlayView },
    places: { Place },
  }
  const event = {
    addListenerOnce: (map: GoogleMap, name: 'idle', heard: () => void) => {
      const listener = map.addListener(name, () => {
        listener.remove()
        heard()
      })
    },
    clearInstanceListeners: (map: GoogleMap) => map.silence(),
  }
  addStyles()
  Object.assign(maps, {
    event,
    OverlayView,
    Map: GoogleMap,
    importLibrary: async (name: string) => libraries[name],
  })
  const loaded = maps['__ib__']
  if (typeof loaded === 'function') loaded()
}
