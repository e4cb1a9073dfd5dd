import { m } from '@antojo/i18n/messages'
import { useCallback, useSyncExternalStore, type ReactNode, type Ref } from 'react'
import type { LiveMap } from './map-port.ts'
import type { MapState } from './use-map.ts'

interface MapBoxProps {
  readonly box: Ref<HTMLElement>
  readonly state: MapState
  readonly label: string
  readonly children: ReactNode
}

const failure = { own: m.map_failed, google: m.map_failed_google } as const

/** The element a map lives in, with what to say while there is none. */
export function MapBox({ box, state, label, children }: MapBoxProps) {
  return (
    <div className="relative size-full bg-talavera-soft">
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

/** From here on a person looks for streets. */
const MIN_STREET_ZOOM = 10

/** Says why there is nothing around the pins, instead of letting it look broken. */
function NoStreets({ map }: { map: LiveMap }) {
  const follow = useCallback((listener: () => void) => map.onMoved(listener), [map])
  const close = useSyncExternalStore(follow, () => map.view().zoom >= MIN_STREET_ZOOM)
  return close ? (
    <p className="pointer-events-none absolute top-3 left-3 max-w-[calc(100%-5rem)] rounded-xl bg-surface/92 px-3 py-1.5 text-xs font-medium text-ink-soft shadow-sm">
      {m.map_no_streets()}
    </p>
  ) : null
}
