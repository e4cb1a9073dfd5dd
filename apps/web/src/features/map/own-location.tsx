import { m } from '@antojo/i18n/messages'
import { LocateFixed } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Point } from '@antojo/domain/distance'
import { askLocation, useUserLocation, type UserLocation } from '../../lib/device/user-location.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { toast } from '../../lib/view/toasts.ts'
import type { LiveMap } from './map-port.ts'
import { MapMarker } from './pin-marker.tsx'

/** Streets around the person. */
const NEAR_ZOOM = 15

/** A dot where the person is, and a button that goes there; it asks for the location if that is not known. */
export function OwnLocation({ map }: { map: LiveMap }) {
  const where = useUserLocation()
  const { reduce_motion } = useSettings()
  const isWanted = useRef(false)
  const point = where.kind === 'known' ? where.point : null
  const goTo = (to: Point) => map.moveTo(to, Math.max(NEAR_ZOOM, map.view().zoom), !reduce_motion)
  const answer = useEffectEvent(({ kind }: UserLocation) => {
    if (!isWanted.current || kind === 'unknown') return
    isWanted.current = false
    if (point) goTo(point)
    else toast.info(m.map_no_location())
  })
  useEffect(() => answer(where), [where])
  const go = () => {
    if (point) return goTo(point)
    isWanted.current = true
    askLocation()
  }
  return (
    <>
      {point ? (
        <MapMarker map={map} lat={point.lat} lng={point.lng}>
          <span className="pointer-events-none grid size-11 place-items-center rounded-full bg-talavera/20">
            <span className="size-4.5 rounded-full border-3 border-white bg-talavera shadow-card" />
            <span className="sr-only">{m.map_you()}</span>
          </span>
        </MapMarker>
      ) : null}
      <button
        type="button"
        aria-label={m.map_locate()}
        title={m.map_locate()}
        onClick={go}
        className="absolute right-3 bottom-10 grid size-11 place-items-center rounded-full bg-surface text-talavera-text shadow-pop"
      >
        <LocateFixed aria-hidden className="size-5" />
      </button>
    </>
  )
}
