import type { Point } from '@antojo/domain/distance'
import { useEffect } from 'react'
import { createStore, useStore } from '../store.ts'

/** Milliseconds, spec §9. */
const ASK_DELAY_MS = 1500
const TIMEOUT_MS = 8000
const MAX_AGE_MS = 60_000

export type UserLocation =
  | { readonly kind: 'unknown' | 'denied' }
  | { readonly kind: 'known'; readonly point: Point }

const found = createStore<UserLocation>({ kind: 'unknown' })

/** The person's location, requested 1.5 s after the screen appeared. */
export function useUserLocation(): UserLocation {
  useEffect(() => {
    if (found.get().kind === 'known') return undefined
    const timer = setTimeout(askLocation, ASK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return useStore(found)
}

/** Requests the location again, for example after the person allowed it. */
export function askLocation(): void {
  if (!('geolocation' in navigator)) return found.set({ kind: 'denied' })
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => found.set({ kind: 'known', point: { lat: coords.latitude, lng: coords.longitude } }),
    () => found.set({ kind: 'denied' }),
    { enableHighAccuracy: false, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
  )
}
