import { m } from '@antojo/i18n/messages'
import { lazy, Suspense } from 'react'
import type { Place } from './video.ts'

const PlaceMap = lazy(async () => ({ default: (await import('../map/place-map.tsx')).PlaceMap }))

/** Where the place is; the map's code comes only with the first place that has coordinates. */
export function PlaceMapBox({ place }: { place: Place }) {
  // Google's terms: its places stand on its own map, to which the address links.
  if (place.lat === null || place.lng === null || place.id?.startsWith('google:')) return null
  return (
    <div className="h-56 overflow-hidden rounded-2xl bg-talavera-soft">
      <Suspense
        fallback={<p className="grid h-full place-items-center text-sm text-ink-soft">{m.map_loading()}</p>}
      >
        <PlaceMap lat={place.lat} lng={place.lng} name={place.name ?? ''} />
      </Suspense>
    </div>
  )
}
