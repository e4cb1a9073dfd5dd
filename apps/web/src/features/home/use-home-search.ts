import { isSearchable, sanitizeSearch } from '@antojo/domain/search-text'
import { useEffect, useEffectEvent, useState } from 'react'
import { NO_SEARCH, useMapSearch, type MapSearch } from '../../lib/navigation/navigation.ts'

/** Spec §9. */
const SEARCH_DEBOUNCE_MS = 400

export interface HomeSearch {
  /** The text in the search box. */
  readonly draft: string
  readonly setDraft: (text: string) => void
  /** The text in the location field. */
  readonly place: string
  readonly setPlace: (text: string) => void
  /** The search that the grid shows. */
  readonly applied: MapSearch
  readonly change: (change: Partial<MapSearch>) => void
  /** Applies the typed text at once. */
  readonly apply: () => void
  readonly reset: () => void
  readonly active: boolean
}

/** Text and filters of the search. Typed text applies 400 ms after the last key; on /map the URL holds the search. */
export function useHomeSearch(mode: 'home' | 'map'): HomeSearch {
  const [inAddress, setInAddress] = useMapSearch()
  const [local, setLocal] = useState(NO_SEARCH)
  const applied = mode === 'map' ? inAddress : local
  const [draft, setDraft] = useState(applied.q)
  const [place, setPlace] = useState(applied.loc)

  const change = (part: Partial<MapSearch>) => {
    const next = { ...applied, ...part }
    if (mode === 'map') setInAddress(next)
    else setLocal(next)
  }
  const apply = () => change({ q: searchText(draft), loc: place })
  const settle = useEffectEvent(() => {
    if (searchText(draft) !== applied.q || place !== applied.loc) apply()
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only typing starts the delay
  }, [draft, place])

  return {
    draft,
    setDraft,
    place,
    setPlace,
    applied,
    change,
    apply,
    reset: () => {
      setDraft('')
      setPlace('')
      change(NO_SEARCH)
    },
    active: applied.q !== '' || applied.platform !== 'all' || applied.cuisine !== 'all' || applied.loc !== '',
  }
}

function searchText(draft: string): string {
  return isSearchable(draft) ? sanitizeSearch(draft) : ''
}
