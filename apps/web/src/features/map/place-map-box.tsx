import { m } from '@antojo/i18n/messages'
import { Suspense } from 'react'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { googleIdOf, type Place } from '../../entities/video/video.ts'
import { useFreshDetails } from '../../entities/video/use-fresh-details.ts'
import { cx } from '../../lib/view/cx.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'

const PlaceMap = lazyComponent(() => import('./place-map.tsx'), 'PlaceMap')

interface PlaceMapBoxProps {
  readonly place: Pick<Place, 'id' | 'name' | 'lat' | 'lng'>
  readonly className: string
}

/**
 * The map of the place; its code loads with the first place that has coordinates. By Google's terms, its places need Google's
 * map; without a key for it, the address is a link to Google Maps.
 */
export function PlaceMapBox({ place, className }: PlaceMapBoxProps) {
  const isGoogle = googleIdOf(place.id) !== null
  const hasKey = typeof useBootConfig()?.googleMapsKey === 'string'
  const fresh = useFreshDetails(place.id)
  const { lat, lng } = isGoogle ? (fresh?.geometry.location ?? { lat: null, lng: null }) : place
  if (lat === null || lng === null || (isGoogle && !hasKey)) return null
  return (
    <div className={cx('overflow-hidden bg-talavera-soft', className)}>
      <Suspense
        fallback={<p className="grid h-full place-items-center text-sm text-ink-soft">{m.map_loading()}</p>}
      >
        <PlaceMap at={{ lat, lng }} name={place.name ?? ''} host={isGoogle ? 'google' : 'own'} />
      </Suspense>
    </div>
  )
}
