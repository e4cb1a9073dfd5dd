import type { LiveMap } from '../map-port.ts'
import { createPinLayer } from '../pin-layer.ts'

/** Our pins in an overlay of Google's map. */
export function createGooglePins(map: google.maps.Map): Pick<LiveMap, 'pin' | 'remove'> {
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
