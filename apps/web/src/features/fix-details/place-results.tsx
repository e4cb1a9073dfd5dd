import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { MapPin } from 'lucide-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { searchPlaces } from '../../lib/api/places.ts'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { useDebounced } from '../../lib/view/use-debounced.ts'

interface PlaceResultsProps {
  /** The text that the person types; below it a city, without which it is sought where the city has nothing. */
  readonly text: string
  readonly near: Point | null
  /** Shown above the places. */
  readonly hint?: string
  /** Ids of places that the person said it is not; they may have been wrong, so these come last. */
  readonly refused?: readonly string[]
  readonly busy: boolean
  readonly onPick: (placeId: string) => void
}

/** The places whose name or address matches a text, each with a button that picks it. */
export function PlaceResults({ text, near, hint, refused, busy, onPick }: PlaceResultsProps) {
  const { places: found, isFailed } = usePlaceSearch(text, near)
  const isRefused = ({ place_id }: { place_id: string }) => Number(refused?.includes(place_id) ?? false)
  const places = found?.toSorted((a, b) => isRefused(a) - isRefused(b))
  if (isFailed) return <Problem text={m.places_failed()} className="text-sm" />
  if (places === undefined) return null
  if (places.length === 0) return <output className="block text-sm text-ink-soft">{m.places_none()}</output>
  return (
    <>
      {hint === undefined ? null : <p className="text-sm text-ink-soft">{hint}</p>}
      <ul aria-label={m.places_results()} className="grid grid-cols-1 gap-2">
        {places.map((place) => (
          <li
            key={place.place_id}
            className="flex items-center gap-3 rounded-2xl bg-surface p-3 pl-4 contrast:border contrast:border-line"
          >
            <MapPin aria-hidden className="size-5 shrink-0 text-talavera-text" />
            <div className="min-w-0 grow">
              <p className="font-semibold">{place.name}</p>
              <p className="line-clamp-2 text-sm text-ink-soft">{place.formatted_address}</p>
            </div>
            <Button size="sm" disabled={busy} onClick={() => onPick(place.place_id)}>
              {m.places_pick()}
              <span className="sr-only">{place.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Spec §9. */
const SEARCH_DEBOUNCE_MS = 350
const MAX_RESULTS = 6
const MIN_TEXT_LENGTH = 2

/** Searches places while the person types. */
function usePlaceSearch(text: string, near: Point | null) {
  const settled = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { language } = useSettings()
  const { request } = useServices()
  const { data, isError } = useQuery({
    queryKey: ['places', settled, language, near],
    queryFn: async ({ signal }) => {
      const ask = (query: string) =>
        searchPlaces(request, { text: query, limit: MAX_RESULTS, language, near }, signal)
      const [name = '', city] = settled.split('\n')
      const found = await ask(settled.replace('\n', ' '))
      return found.length > 0 || city === undefined ? found : ask(name)
    },
    enabled: settled.length >= MIN_TEXT_LENGTH,
    placeholderData: keepPreviousData,
  })
  const isSearch = settled.length >= MIN_TEXT_LENGTH
  return { places: isSearch ? (data ?? null) : null, isFailed: isSearch && isError }
}
