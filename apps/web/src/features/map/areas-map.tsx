import { m } from '@antojo/i18n/messages'
import { useEffect, useRef } from 'react'
import { MapBox } from './map-box.tsx'
import type { LatLng } from './map-port.ts'
import { PinMarker } from './pin-marker.tsx'
import { showAll } from './show-all.ts'
import { useMap } from './use-map.ts'

interface AreasMapProps {
  readonly areas: readonly (LatLng & { readonly id: string; readonly name: string; readonly text: string })[]
  readonly onChoose: (id: string) => void
}

const WORLD = { center: { lat: 15, lng: -40 }, zoom: 1 }

/** The areas of the index on a map, each with what is known of it. */
export function AreasMap({ areas, onChoose }: AreasMapProps) {
  const { box, state, map } = useMap(WORLD, 'own')
  const points = useRef(areas)
  useEffect(() => {
    if (map) showAll(map, points.current)
  }, [map])
  return (
    <div className="h-72 overflow-hidden rounded-3xl border border-line">
      <MapBox box={box} state={state} label={m.cities_map()}>
        {map
          ? areas.map(({ id, name, text, lat, lng }) => (
              <PinMarker
                key={id}
                map={map}
                lat={lat}
                lng={lng}
                label={`${name}: ${text}`}
                caption={[name, text]}
                onPress={() => onChoose(id)}
              />
            ))
          : null}
      </MapBox>
    </div>
  )
}
