import { m } from '@antojo/i18n/messages'
import type { ReactNode, Ref } from 'react'
import type { MapState } from './use-map.ts'

interface MapBoxProps {
  readonly box: Ref<HTMLElement>
  readonly state: MapState
  readonly label: string
  readonly children: ReactNode
}

/** The element a map lives in, with what to say while there is none. */
export function MapBox({ box, state, label, children }: MapBoxProps) {
  return (
    <div className="relative size-full bg-talavera-soft">
      <figure ref={box} aria-label={label} className="size-full" />
      {state.kind === 'ready' ? null : (
        <output className="absolute inset-0 grid place-items-center p-4 text-center text-sm text-ink-soft">
          {state.kind === 'failed' ? m.map_failed() : m.map_loading()}
        </output>
      )}
      {children}
    </div>
  )
}
