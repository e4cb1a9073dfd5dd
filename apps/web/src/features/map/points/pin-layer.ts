import type { LatLng, LiveMap, PinAnchor } from '../map-port.ts'

export interface PinLayer {
  /** To be inserted above the map. */
  readonly element: HTMLElement
  readonly put: LiveMap['pin']
  /** To be called after each movement of the map. */
  readonly draw: () => void
}

interface Pin {
  readonly at: LatLng
  readonly anchor: PinAnchor
}

const CENTER = 'translate(-50%, -50%)'
const ANCHORS = { center: CENTER, below: CENTER, bottom: 'translate(-50%, -100%)' } as const

/**
 * A layer of our own elements above a map of either library. The libraries' markers would wrap our buttons in elements with
 * their own role and name, and Google's also need a map id, which the operator would have to create.
 */
export function createPinLayer(project: (at: LatLng) => { x: number; y: number } | null): PinLayer {
  const element = document.createElement('div')
  // The libraries set their own font.
  element.className = 'absolute top-0 left-0 isolate font-sans text-base'
  const pins = new Map<HTMLElement, Pin>()
  const place = (pin: HTMLElement, { at, anchor }: Pin) => {
    const spot = project(at)
    pin.hidden = spot === null
    if (spot)
      pin.style.transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px) ${ANCHORS[anchor]}`
  }
  return {
    element,
    put: (pin, at, anchor) => {
      pin.style.position = 'absolute'
      if (anchor === 'below') Object.assign(pin.style, { zIndex: '-1', pointerEvents: 'none' })
      pins.set(pin, { at, anchor })
      element.append(pin)
      place(pin, { at, anchor })
      return () => {
        pins.delete(pin)
        pin.remove()
      }
    },
    draw: () => pins.forEach((pin, of) => place(of, pin)),
  }
}
