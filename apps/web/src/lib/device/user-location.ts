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
/** The location as far as it is known, without a request. */
export const knownLocation = createStore<UserLocation>(
  last === null ? { kind: 'unknown' } : { kind: 'known', point: last },
)

/** The person's location: the last one at once, a new one requested 1.5 s after the screen appeared. */
export function useUserLocation(): UserLocation {
  useEffect(() => {
    const known = knownLocation.get()
    if (known.kind === 'known' && known.point !== last) return undefined
    const timer = setTimeout(askLocation, ASK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return useStore(knownLocation)
}

/** Requests the location again, for example after the person allowed it. */
export function askLocation(): void {
  if (!('geolocation' in navigator)) return knownLocation.set({ kind: 'denied' })
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const point = { lat: coords.latitude, lng: coords.longitude }
      keepLocation(point)
      knownLocation.set({ kind: 'known', point })
    },
    ({ code }) => {
      // A place that cannot be found now may still be the last one.
      if (code !== GeolocationPositionError.PERMISSION_DENIED && knownLocation.get().kind === 'known') return
      keepLocation(null)
      knownLocation.set({ kind: 'denied' })
    },
    { enableHighAccuracy: false, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
  )
}
