import { useSyncExternalStore } from 'react'

/** The width in pixels from which a map and a panel have room beside the cards. */
const DESK = 1024
/** Widths in pixels from which the grid has one column more. */
const STEPS = [640, DESK, 1440] as const
const STEPS_BESIDE_MAP = [1132, 1840] as const

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Columns of the video grid: 1, 2, 3 or 4 by the window's width (spec §2), fewer beside a map. */
export function useColumns(isBesideMap = false): number {
  const steps = isBesideMap ? STEPS_BESIDE_MAP : STEPS
  return useSyncExternalStore(subscribe, () => 1 + steps.filter((step) => innerWidth >= step).length)
}

/** Whether the window has room for a map and a panel beside the cards. */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => innerWidth >= DESK)
}
