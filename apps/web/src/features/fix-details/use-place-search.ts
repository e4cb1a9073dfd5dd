import type { Point } from '@antojo/domain/distance'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchPlaces } from '../../lib/api/places.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'

/** Spec §9. */
const SEARCH_DEBOUNCE_MS = 350
const MAX_RESULTS = 6

/** Searches places while the person types. */
export function usePlaceSearch(text: string, near: Point | null) {
  const settled = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { language } = useSettings()
  const { data, isFetching } = useQuery({
    queryKey: ['places', settled, language, near],
    queryFn: ({ signal }) => searchPlaces({ text: settled, limit: MAX_RESULTS, language, near }, signal),
    enabled: settled.length >= 2,
    placeholderData: keepPreviousData,
  })
  return { places: settled.length >= 2 ? (data ?? null) : null, isFetching }
}

function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
