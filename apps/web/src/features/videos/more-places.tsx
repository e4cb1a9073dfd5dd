import { directionsUrl } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Navigation } from 'lucide-react'
import { listOf, type Rest } from '../../lib/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/settings-store.tsx'
import type { Video } from './video.ts'

interface OtherPlace {
  readonly id: string
  readonly name: string
  readonly address: string | null
  readonly lat: number | null
  readonly lng: number | null
}

/** The other places that the video shows, each with the way there. */
export function MorePlaces({ video }: { video: Video }) {
  const { rest } = useServices()
  const { directions_pref } = useSettings()
  const { data = [] } = useQuery({
    queryKey: ['video-places', video.id],
    queryFn: () => fetchPlaces(rest, video.id),
  })
  const others = data.filter(({ id }) => id !== video.place.id)
  if (others.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{m.detail_more_places()}</h3>
      <ul className="grid gap-2">
        {others.map((place) => (
          <li
            key={place.id}
            className="flex items-center gap-3 rounded-2xl bg-surface py-2 pr-2 pl-4 contrast:border contrast:border-line"
          >
            <div className="min-w-0 grow">
              <p className="truncate font-semibold">{place.name}</p>
              <p className="truncate text-sm text-ink-soft">{place.address}</p>
            </div>
            <a
              href={directionsUrl(directions_pref, place)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={m.card_directions_to({ name: place.name })}
              className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
            >
              <Navigation aria-hidden className="size-5" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function fetchPlaces(rest: Rest, videoId: string): Promise<readonly OtherPlace[]> {
  const rows = listOf(
    await rest
      .from('video_places')
      .select('place_id,name,address,lat,lng')
      .eq('video_id', videoId)
      .order('position'),
  )
  return rows.map(placeOf).filter((place) => place !== null)
}

function placeOf(row: unknown): OtherPlace | null {
  if (typeof row !== 'object' || row === null || !('place_id' in row) || !('name' in row)) return null
  const { place_id: id, name } = row
  if (typeof id !== 'string' || typeof name !== 'string') return null
  return {
    id,
    name,
    address: 'address' in row && typeof row.address === 'string' ? row.address : null,
    lat: 'lat' in row ? number(row.lat) : null,
    lng: 'lng' in row ? number(row.lng) : null,
  }
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
