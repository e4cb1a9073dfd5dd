import type { Point } from '@antojo/domain/distance'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchPlaces } from '../../lib/api/places.ts'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { useDebounced } from '../../lib/view/use-debounced.ts'

/** Spec §9. */
const SEARCH_DEBOUNCE_MS = 350
const MAX_RESULTS = 6
const MIN_TEXT_LENGTH = 2

/** Searches places while the person types. */
export function usePlaceSearch(text: string, near: Point | null) {
  const settled = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { language } = useSettings()
  const { request } = useServices()
  const { data, isError } = useQuery({
    queryKey: ['places', settled, language, near],
    queryFn: ({ signal }) =>
      searchPlaces(request, { text: settled, limit: MAX_RESULTS, language, near }, signal),
    enabled: settled.length >= MIN_TEXT_LENGTH,
    placeholderData: keepPreviousData,
  })
  const isSearch = settled.length >= MIN_TEXT_LENGTH
  return { places: isSearch ? (data ?? null) : null, isFailed: isSearch && isError }
}
