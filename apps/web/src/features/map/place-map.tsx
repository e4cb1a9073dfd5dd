import { m } from '@antojo/i18n/messages'
import { useRef } from 'react'
import { MapBox } from './map-box.tsx'
import { useMap, useMapKey } from './use-map.ts'
import { PinMarker } from './pin-marker.tsx'

interface PlaceMapProps {
  readonly lat: number
  readonly lng: number
  readonly name: string
}

/** Spec §9: zoom of a place that was found. */
const zoom = 15

/** One place on a map. */
export function PlaceMap(props: PlaceMapProps) {
  return <Drawn key={useMapKey()} {...props} />
}

function Drawn({ lat, lng, name }: PlaceMapProps) {
  const box = useRef<HTMLElement>(null)
  const state = useMap(box, { center: [lng, lat], zoom })
  return (
    <MapBox box={box} state={state} label={m.detail_map({ name })}>
      {state.kind === 'ready' ? <PinMarker map={state.map} lat={lat} lng={lng} label={name} /> : null}
    </MapBox>
  )
}
