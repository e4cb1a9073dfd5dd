import { useSyncExternalStore } from 'react'

/** Widths in pixels from which the grid has 2, 3 and 4 columns. */
const COLUMN_BREAKPOINTS = [640, 1024, 1440] as const

function subscribe(listener: () => void): () => void {
  const queries = COLUMN_BREAKPOINTS.map((step) => matchMedia(`(min-width: ${step}px)`))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

function count(): number {
  return 1 + COLUMN_BREAKPOINTS.filter((step) => matchMedia(`(min-width: ${step}px)`).matches).length
}

/** Columns of the video grid: 1, 2, 3 or 4 by the window's width (spec §2). */
export function useColumns(): number {
  return useSyncExternalStore(subscribe, count)
}
