import { m } from '@antojo/i18n/messages'
import { useEffect, useRef, useState } from 'react'
import { createMap, pinElement } from './map-library.ts'

interface PlaceMapProps {
  readonly lat: number
  readonly lng: number
  readonly name: string
}

/** Spec §9: zoom of a place that was found. */
const zoom = 15

/** One place on a map. */
export function PlaceMap({ lat, lng, name }: PlaceMapProps) {
  const box = useRef<HTMLElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!box.current) return undefined
    const map = createMap(box.current, { center: [lng, lat], zoom })
    if (!map) {
      setFailed(true)
      return undefined
    }
    const pin = pinElement(map, { lng, lat })
    return () => {
      pin.remove()
      map.remove()
    }
  }, [lat, lng])
  if (failed)
    return <p className="grid h-full place-items-center p-4 text-center text-sm">{m.map_failed()}</p>
  return <figure ref={box} aria-label={m.detail_map({ name })} className="size-full" />
}
