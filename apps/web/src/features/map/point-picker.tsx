import { m } from '@antojo/i18n/messages'
import { MapPin } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { MapBox } from './map-box.tsx'
import type { LatLng } from './map-port.ts'
import { useMap } from './use-map.ts'

interface PointPickerProps {
  readonly start: LatLng
  readonly zoom: number
  /** Called after each movement of the map. */
  readonly onPick: (point: LatLng) => void
}

/** A map under a fixed pin: the person moves the map until the pin is at the place. */
export function PointPicker({ start, zoom, onPick }: PointPickerProps) {
  const { box, state, map } = useMap({ center: start, zoom }, 'own')
  const moved = useEffectEvent(() => {
    if (map) onPick(map.view().center)
  })
  useEffect(() => map?.onMoved(() => moved()), [map])
  return (
    <div className="relative h-64 overflow-hidden rounded-2xl border border-line">
      <MapBox box={box} state={state} label={m.fix_point_map()}>
        <MapPin
          aria-hidden
          className="pointer-events-none absolute bottom-1/2 left-1/2 size-9 -translate-x-1/2 fill-chile stroke-surface"
        />
      </MapBox>
    </div>
  )
}
