import type { Point } from '@antojo/domain/distance'
import { useEffect } from 'react'
import { keepLocation, lastLocation } from './last-location.ts'
import { createStore, useStore } from '../store.ts'

/** Milliseconds, spec §9. */
const ASK_DELAY_MS = 1500
const TIMEOUT_MS = 8000
const MAX_AGE_MS = 60_000

export interface UserLocation {
  readonly kind: 'unknown' | 'denied' | 'known'
  /** Null unless known. */
  readonly point: Point | null
}

const last = lastLocation()
/** The location as far as it is known, without a request. */
export const knownLocation = createStore<UserLocation>({ kind: last ? 'known' : 'unknown', point: last })

/** The person's location: the last one at once, a new one requested 1.5 s after the screen appeared. */
export function useUserLocation(): UserLocation {
  useEffect(() => {
    const { point } = knownLocation.get()
    if (point && point !== last) return undefined
    const timer = setTimeout(() => askLocation(), ASK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return useStore(knownLocation)
}

/** Requests the location again, for example after the person allowed it. */
export function askLocation(onDenied?: () => void): void {
  const deny = () => {
    knownLocation.set({ kind: 'denied', point: null })
    onDenied?.()
  }
  if (!('geolocation' in navigator)) return deny()
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const point = { lat: coords.latitude, lng: coords.longitude }
      keepLocation(point)
      knownLocation.set({ kind: 'known', point })
    },
    ({ code }) => {
      // A place that cannot be found now may still be the last one.
      if (code !== GeolocationPositionError.PERMISSION_DENIED && knownLocation.get().point) return
      keepLocation(null)
      deny()
    },
    { enableHighAccuracy: false, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
  )
}
