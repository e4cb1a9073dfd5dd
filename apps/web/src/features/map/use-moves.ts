import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useHasPanel } from '../../lib/navigation/overlay.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import type { LiveMap } from './map-port.ts'
import type { MapPoint } from './points/map-point.ts'

/** Spec §9. */
const ZOOM = { none: 2, press: 16 } as const

/** A map opens on the world, until its points have loaded. */
export const MAP_START = { center: { lat: 18, lng: -40 }, zoom: ZOOM.none }

interface Moves {
  readonly points: readonly MapPoint[]
  /** Changes with the search. */
  readonly search: string
  /** Moves the map to the places of a new search. */
  readonly fit: (map: LiveMap) => void
  /** Id of the video opened last. */
  readonly selected: string | null
  /** Id of the point from which it was opened. */
  readonly from: string | null
  /** The map shows that point already, and stays unless a panel covers it. */
  readonly stays?: boolean
}

/** Moves the map to the places of a new search, and to the video that was opened last. */
export function useMoves(
  map: LiveMap | null,
  { points, search, fit, selected, from, stays = false }: Moves,
): void {
  const { reduce_motion } = useSettings()
  const fitNow = useEffectEvent(fit)
  const key = `${search} ${points.length}`
  // Before anything is drawn, so that no count is of a world without places.
  useLayoutEffect(() => {
    if (map) fitNow(map)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of one video must not move the map
  }, [map, key])
  const hasPanel = useHasPanel()
  const goTo = useEffectEvent((to: LiveMap, isNew: boolean) => {
    const point = points.find(({ id }) => id === from)
    if (!point) return
    const { bounds, zoom } = to.view()
    const isFree = (point.lng - bounds[0]) / (bounds[2] - bounds[0]) >= to.coveredPart()
    if (isFree && (stays || !isNew)) return
    // Never zooms out, which could hide the pin in a cluster.
    to.moveTo(point, stays ? zoom : Math.max(ZOOM.press, zoom), !reduce_motion)
  })
  useEffect(() => {
    if (map && selected !== null) goTo(map, true)
  }, [map, selected])
  // A panel may come later than the choice that opens it.
  useEffect(() => void (map && hasPanel && goTo(map, false)), [map, hasPanel])
}
