import { isSearchable, sanitizeSearch } from '@antojo/domain/search-text'
import { useEffect, useEffectEvent, useState } from 'react'
import { NO_SEARCH, useMapSearch, type MapSearch } from '../../lib/navigation/navigation.ts'

/** Milliseconds, spec §9. */
const SEARCH_DEBOUNCE_MS = 400

export interface HomeSearch {
  /** What stands in the text box. */
  readonly draft: string
  readonly setDraft: (text: string) => void
  /** What stands in the field of the location filter. */
  readonly place: string
  readonly setPlace: (text: string) => void
  /** What the grid shows. */
  readonly applied: MapSearch
  readonly change: (change: Partial<MapSearch>) => void
  /** The typed text now, without waiting. */
  readonly apply: () => void
  readonly reset: () => void
  readonly active: boolean
}

/** Text and filters: what is typed counts 400 ms after the last key; on /map all of it stands in the address bar. */
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
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only typing starts the wait
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
