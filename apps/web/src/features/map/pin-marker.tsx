import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../lib/view/cx.ts'
import type { LiveMap } from './map-port.ts'

interface MarkerProps {
  readonly map: LiveMap
  readonly lat: number
  readonly lng: number
  readonly anchor?: 'center' | 'bottom'
  readonly children: ReactNode
}

/** Renders its children at a point of the map. */
export function MapMarker({ map, lat, lng, anchor = 'center', children }: MarkerProps) {
  const [element] = useState(() => document.createElement('div'))
  useEffect(() => map.pin(element, { lat, lng }, anchor), [map, element, lat, lng, anchor])
  return createPortal(children, element)
}

interface PinProps extends Omit<MarkerProps, 'children' | 'anchor'> {
  readonly label: string
  /** The text on the pin: a rating or an emoji of a dish. */
  readonly sign?: string
  readonly active?: boolean
  readonly onPress?: () => void
}

const PIN_CLASS =
  'relative grid w-max min-h-8 min-w-8 place-items-center rounded-full border-2 border-surface px-2 text-sm font-bold whitespace-nowrap tabular shadow-pop after:absolute after:-bottom-1.5 after:size-2.5 after:rotate-45 after:bg-inherit'

/** The pin of a place; a button if it has a handler. */
export function PinMarker({ label, sign = '●', active = false, onPress, ...at }: PinProps) {
  const look = cx(PIN_CLASS, active ? 'z-10 scale-125 bg-maiz text-maiz-ink' : 'bg-chile text-chile-ink')
  return (
    <MapMarker {...at} anchor="bottom">
      {onPress ? (
        <button
          type="button"
          aria-label={label}
          aria-pressed={active}
          onClick={onPress}
          className={cx(look, 'touch:min-h-11 touch:min-w-11')}
        >
          <span aria-hidden>{sign}</span>
        </button>
      ) : (
        <span className={look}>
          <span aria-hidden>{sign}</span>
          <span className="sr-only">{label}</span>
        </span>
      )}
    </MapMarker>
  )
}
