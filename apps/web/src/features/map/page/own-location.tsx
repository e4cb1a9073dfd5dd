import { m } from '@antojo/i18n/messages'
import { LocateFixed } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Point } from '@antojo/domain/distance'
import { askLocation, useUserLocation, type UserLocation } from '../../../lib/device/user-location.ts'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { cx } from '../../../lib/view/cx.ts'
import { toast } from '../../../lib/view/toasts.ts'
import type { LiveMap, MapHost } from '../map-port.ts'
import { MapMarker } from '../pin-marker.tsx'

/** A phone shows what is within some 2 km of the person. */
const NEAR_ZOOM = 14

/** A dot where the person is, as long as they allow it, and a button that goes there and asks if that is not known. */
export function OwnLocation({ map, host }: { map: LiveMap; host: MapHost | null }) {
  const where = useUserLocation()
  const isAllowed = useLocationAllowed()
  const { reduce_motion } = useSettings()
  const isWanted = useRef(false)
  const point = where.point
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
      {point && isAllowed ? (
        <MapMarker map={map} lat={point.lat} lng={point.lng} anchor="below">
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
        className={cx(
          'absolute right-3 grid size-11 place-items-center rounded-full bg-surface text-talavera-text shadow-pop contrast:border contrast:border-line',
          // Google's own buttons are in the corner.
          host === 'google' ? 'bottom-34' : 'bottom-10',
        )}
      >
        <LocateFixed aria-hidden className="size-5" />
      </button>
    </>
  )
}

/** Whether the browser may read the location; never asks for it. */
function useLocationAllowed(): boolean {
  const [isAllowed, setIsAllowed] = useState(false)
  useEffect(() => {
    let status: PermissionStatus | null = null
    let hasEnded = false
    const read = () => setIsAllowed(status?.state === 'granted')
    const follow = async () => {
      const found = await navigator.permissions.query({ name: 'geolocation' })
      if (hasEnded) return
      status = found
      status.addEventListener('change', read)
      read()
    }
    // Where the browser does not answer, there is no dot.
    follow().catch(() => {})
    return () => {
      hasEnded = true
      status?.removeEventListener('change', read)
    }
  }, [])
  return isAllowed
}
