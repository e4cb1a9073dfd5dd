import { m } from '@antojo/i18n/messages'
import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode, type Ref } from 'react'
import type { LiveMap } from './map-port.ts'
import type { MapState } from './use-map.ts'

interface MapBoxProps {
  readonly box: Ref<HTMLElement>
  readonly state: MapState
  readonly label: string
  readonly children: ReactNode
}

const failure = { own: m.map_failed, google: m.map_failed_google } as const

/** The element of a map, with a message while the map loads or when it failed. */
export function MapBox({ box, state, label, children }: MapBoxProps) {
  return (
    <div className="@container relative size-full bg-talavera-soft">
      <figure ref={box} aria-label={label} className="size-full" />
      {state.kind === 'ready' ? null : (
        <output className="absolute inset-0 grid place-items-center p-4 text-center text-sm text-ink-soft">
          {state.kind === 'failed' ? failure[state.host]() : m.map_loading()}
        </output>
      )}
      {state.kind === 'ready' && state.map.outlinesOnly ? <NoStreets map={state.map} /> : null}
      {children}
    </div>
  )
}

/** From this zoom on, people expect to see streets. */
const MIN_STREET_ZOOM = 10

/** Then the note goes, because it lies on the map's pins. */
const READING_MS = 8000

/** Explains on the map without streets why there is nothing around the pins. */
function NoStreets({ map }: { map: LiveMap }) {
  const follow = useCallback((listener: () => void) => map.onMoved(listener), [map])
  const close = useSyncExternalStore(follow, () => map.view().zoom >= MIN_STREET_ZOOM)
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (!close) return undefined
    const timer = setTimeout(() => setRead(true), READING_MS)
    return () => clearTimeout(timer)
  }, [close])
  return close && !isRead ? (
    <p
      data-map-note
      className="pointer-events-none absolute top-3 left-3 max-w-[calc(100%-5rem)] @max-[18rem]:hidden rounded-xl bg-surface/92 px-3 py-1.5 text-xs font-medium text-ink-soft shadow-sm"
    >
      {m.map_no_streets()}
    </p>
  ) : null
}
