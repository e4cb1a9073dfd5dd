import { m } from '@antojo/i18n/messages'
import { MapBox } from './map-box.tsx'
import type { LatLng, MapHost } from './map-port.ts'
import { useMap } from './use-map.ts'
import { PinMarker } from './pin-marker.tsx'

interface PlaceMapProps {
  readonly at: LatLng
  readonly name: string
  readonly host: MapHost
}

/** Spec §9. */
const PLACE_ZOOM = 15

/** One place on a map. */
export function PlaceMap({ at, name, host }: PlaceMapProps) {
  const { box, state, map } = useMap({ center: at, zoom: PLACE_ZOOM }, host)
  return (
    <MapBox box={box} state={state} label={m.detail_map({ name })}>
      {map ? <PinMarker map={map} lat={at.lat} lng={at.lng} label={name} /> : null}
    </MapBox>
  )
}
