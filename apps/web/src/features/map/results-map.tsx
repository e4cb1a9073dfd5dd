import type { FinderResult } from '@antojo/contract/finder'
import { m } from '@antojo/i18n/messages'
import { useEffect, useRef } from 'react'
import { MapBox } from './map-box.tsx'
import { PinMarker } from './pin-marker.tsx'
import { showAll } from './show-all.ts'
import { useMap, useMapKey } from './use-map.ts'

interface ResultsMapProps {
  readonly results: readonly FinderResult[]
}

/** Where the finder's results are, numbered as in the list. */
export function ResultsMap(props: ResultsMapProps) {
  return <Drawn key={useMapKey()} {...props} />
}

function Drawn({ results }: ResultsMapProps) {
  const box = useRef<HTMLElement>(null)
  const [first] = results
  const state = useMap(box, { center: [first?.lng ?? 0, first?.lat ?? 0], zoom: 2 })
  const map = state.kind === 'ready' ? state.map : null
  useEffect(() => {
    if (map) showAll(map, results)
  }, [map, results])
  return (
    <MapBox box={box} state={state} label={m.find_results()}>
      {map
        ? results.map(({ placeId, name, lat, lng }, index) => (
            <PinMarker key={placeId} map={map} lat={lat} lng={lng} label={name} sign={String(index + 1)} />
          ))
        : null}
    </MapBox>
  )
}
