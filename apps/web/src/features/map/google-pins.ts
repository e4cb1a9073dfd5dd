import type { LatLng, LiveMap } from './map-port.ts'

export interface PinLayer {
  readonly put: LiveMap['pin']
  readonly remove: () => void
}

interface Pin {
  readonly at: LatLng
  readonly anchor: 'center' | 'bottom'
}

/**
 * Elements of ours on Google's map, in one overlay. Google's own markers with content would need a map id that the
 * operator sets up, and would put a role and a focus of their own around our buttons.
 */
export function createPinLayer(map: google.maps.Map): PinLayer {
  const layer = document.createElement('div')
  // Google's map sets a face of its own.
  layer.className = 'font-sans text-base'
  const pins = new Map<HTMLElement, Pin>()
  const overlay = new google.maps.OverlayView()
  const place = (element: HTMLElement, { at }: Pin) => {
    const spot = overlay.getProjection()?.fromLatLngToDivPixel(at)
    element.hidden = !spot
    if (!spot) return
    element.style.left = `${spot.x}px`
    element.style.top = `${spot.y}px`
  }
  overlay.onAdd = () => overlay.getPanes()?.overlayMouseTarget.append(layer)
  overlay.draw = () => {
    for (const [element, pin] of pins) place(element, pin)
  }
  overlay.onRemove = () => layer.remove()
  overlay.setMap(map)
  return {
    put: (element, at, anchor) => {
      element.style.position = 'absolute'
      element.style.transform = anchor === 'bottom' ? 'translate(-50%, -100%)' : 'translate(-50%, -50%)'
      google.maps.OverlayView.preventMapHitsFrom(element)
      pins.set(element, { at, anchor })
      layer.append(element)
      place(element, { at, anchor })
      return () => {
        pins.delete(element)
        element.remove()
      }
    },
    remove: () => overlay.setMap(null),
  }
}
