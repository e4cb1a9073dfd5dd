import type { Point } from '@antojo/domain/distance'
import { useEffect } from 'react'
import { keepLocation, lastLocation } from './last-location.ts'
import { createStore, useStore } from '../store.ts'

/** Milliseconds, spec §9. */
const ASK_DELAY_MS = 1500
const TIMEOUT_MS = 8000
const MAX_AGE_MS = 60_000

export type UserLocation =
  | { readonly kind: 'unknown' | 'denied' }
  | { readonly kind: 'known'; readonly point: Point }

const last = lastLocation()
const found = createStore<UserLocation>(last === null ? { kind: 'unknown' } : { kind: 'known', point: last })

/** The person's location: the last one at once, a new one requested 1.5 s after the screen appeared. */
export function useUserLocation(): UserLocation {
  useEffect(() => {
    const known = found.get()
    if (known.kind === 'known' && known.point !== last) return undefined
    const timer = setTimeout(askLocation, ASK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return useStore(found)
}

/** Requests the location again, for example after the person allowed it. */
export function askLocation(): void {
  if (!('geolocation' in navigator)) return found.set({ kind: 'denied' })
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const point = { lat: coords.latitude, lng: coords.longitude }
      keepLocation(point)
      found.set({ kind: 'known', point })
    },
    ({ code }) => {
      // A place that cannot be found now may still be the last one.
      if (code !== GeolocationPositionError.PERMISSION_DENIED && found.get().kind === 'known') return
      keepLocation(null)
      found.set({ kind: 'denied' })
    },
    { enableHighAccuracy: false, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
  )
}
