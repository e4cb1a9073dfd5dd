import { isSearchable, sanitizeSearch } from '@antojo/domain/search-text'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  NO_SEARCH,
  paths,
  searchParams,
  useUrlSearch,
  type UrlSearch,
} from '../../lib/navigation/navigation.ts'

/** Spec §9. */
const SEARCH_DEBOUNCE_MS = 400

export type HomeSearch = ReturnType<typeof useHomeSearch>

/** Text and filters of the search, which the URL holds. Typed text applies 400 ms after the last key. */
export function useHomeSearch() {
  const [applied, setApplied] = useUrlSearch()
  const [draft, setDraft] = useState(applied.q)
  const [place, setPlace] = useState(applied.loc)
  const text = searchText(draft)
  const known = searchText(applied.q)
  const asked = known + applied.loc
  const [shown, setShown] = useState(asked)
  // Back leads to another search, which the boxes show.
  if (shown !== asked) {
    setShown(asked)
    if (text !== known) setDraft(known)
    setPlace(applied.loc)
  }
  const change = (part: Partial<UrlSearch>) => setApplied({ ...applied, ...part })
  const apply = () => text + place !== asked && setApplied({ ...applied, q: text, loc: place }, true)
  const settle = useEffectEvent(() => {
    // While the next screen loads, its address stays.
    if (location.pathname === paths.home || location.pathname === paths.map) apply()
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only typing starts the delay
  }, [draft, place])

  return {
    /** The text in the search box. */
    draft,
    setDraft,
    /** The text in the location field. */
    place,
    setPlace,
    /** The search that the grid shows. */
    applied,
    change,
    /** Applies the typed text at once. */
    apply,
    reset: () => {
      setDraft('')
      setPlace('')
      change(NO_SEARCH)
    },
    active: searchParams(applied).size > 0,
  }
}

function searchText(draft: string): string {
  return isSearchable(draft) ? sanitizeSearch(draft) : ''
}
