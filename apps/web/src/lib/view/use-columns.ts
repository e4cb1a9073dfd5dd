import { useSyncExternalStore } from 'react'
import { useHasPanel } from '../navigation/overlay.ts'

/** The width from which a map and a panel have room beside the cards. In rem, as in the style sheets: it grows with the text. */
const DESK = 64
/** The width of a panel beside cards without a map. */
const PANEL = 30
/** Widths in rem from which the grid has one column more. */
const STEPS = [40, DESK, 90] as const
const STEPS_BESIDE_MAP = [70.75, 115] as const

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Columns of the video grid: 1, 2, 3 or 4 by the window's width (spec §2), fewer beside a map or a panel. */
export function useColumns(isBesideMap = false): number {
  const steps = isBesideMap ? STEPS_BESIDE_MAP : STEPS
  const panel = useHasPanel() && !isBesideMap ? PANEL : 0
  return useSyncExternalStore(
    subscribe,
    () => 1 + steps.filter((step) => isWide(step + (isWide(DESK) ? panel : 0))).length,
  )
}

/** Whether the window has room for a map and a panel beside the cards. */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => isWide(DESK))
}

function isWide(rem: number): boolean {
  return matchMedia(`(width >= ${rem}rem)`).matches
}
