import type { Point } from '@antojo/domain/distance'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchPlaces } from '../../lib/api/places.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'

/** Spec §9. */
const SEARCH_DEBOUNCE_MS = 350
const MAX_RESULTS = 6
const MIN_TEXT_LENGTH = 2

/** Searches places while the person types. */
export function usePlaceSearch(text: string, near: Point | null) {
  const settled = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { language } = useSettings()
  const { data, isError } = useQuery({
    queryKey: ['places', settled, language, near],
    queryFn: ({ signal }) => searchPlaces({ text: settled, limit: MAX_RESULTS, language, near }, signal),
    enabled: settled.length >= MIN_TEXT_LENGTH,
    placeholderData: keepPreviousData,
  })
  const isSearch = settled.length >= MIN_TEXT_LENGTH
  return { places: isSearch ? (data ?? null) : null, isFailed: isSearch && isError }
}

function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
