import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../lib/view/cx.ts'
import type { LiveMap, PinAnchor } from './map-port.ts'

interface MarkerProps {
  readonly map: LiveMap
  readonly lat: number
  readonly lng: number
  readonly anchor?: PinAnchor
  readonly children: ReactNode
}

/** Renders its children at a point of the map. */
export function MapMarker({ map, lat, lng, anchor = 'center', children }: MarkerProps) {
  const [element] = useState(() => document.createElement('div'))
  useEffect(() => map.pin(element, { lat, lng }, anchor), [map, element, lat, lng, anchor])
  return createPortal(children, element)
}

interface PinProps extends Omit<MarkerProps, 'children' | 'anchor'> {
  /** The name of the place. */
  readonly label: string
  /** The text on the pin, where there is no drawing. */
  readonly sign?: string
  /** The address of a drawing. */
  readonly dish?: string
  /** The text beside the pin: the name, and below it the rating. */
  readonly caption?: readonly [string, string] | undefined
  /** Number of videos at the point. */
  readonly count?: number
  readonly active?: boolean
  readonly onPress?: () => void
}

/** The pin of a place: a disc with a drawing or a text, its name beside it; a button if it has a handler. */
export function PinMarker({ label, active = false, onPress, ...props }: PinProps) {
  const { map, lat, lng } = props
  const look = cx(
    'relative grid size-10 place-items-center rounded-full border-2 shadow-pop transition-transform after:absolute after:-bottom-2 after:border-x-6 after:border-t-8 after:border-x-transparent touch:before:absolute touch:before:-inset-1',
    active
      ? 'z-10 origin-bottom scale-130 border-surface bg-maiz text-maiz-ink after:border-t-maiz'
      : 'border-chile bg-surface text-ink after:border-t-chile',
  )
  return (
    <MapMarker map={map} lat={lat} lng={lng} anchor="bottom">
      <div className="pb-2">
        {onPress ? (
          <button type="button" aria-label={label} aria-pressed={active} onClick={onPress} className={look}>
            <PinFace {...props} />
          </button>
        ) : (
          <span className={look}>
            <PinFace {...props} />
            <span className="sr-only">{label}</span>
          </span>
        )}
      </div>
    </MapMarker>
  )
}

const HALO =
  '[text-shadow:0_0_3px_var(--paper),0_0_3px_var(--paper),0_0_3px_var(--paper),0_1px_2px_var(--paper)]'

function PinFace({ sign, dish, caption, count = 1 }: Pick<PinProps, 'sign' | 'dish' | 'caption' | 'count'>) {
  return (
    <span aria-hidden className="contents">
      {dish === undefined ? (
        <span className="tabular text-sm font-bold">{sign ?? '●'}</span>
      ) : (
        <img src={dish} alt="" className="size-6" />
      )}
      {count > 1 ? (
        <span className="tabular absolute -top-2 -right-2 grid size-5 place-items-center rounded-full bg-ink text-xs font-bold text-paper">
          {count}
        </span>
      ) : null}
      {caption ? (
        <span
          className={cx(
            'pointer-events-none absolute left-full ml-1.5 grid w-max max-w-36 text-left text-xs leading-tight font-bold text-ink',
            HALO,
          )}
        >
          <span className="truncate">{caption[0]}</span>
          <span className="tabular font-medium">{caption[1]}</span>
        </span>
      ) : null}
    </span>
  )
}
