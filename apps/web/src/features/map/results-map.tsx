import type { FinderResult } from '@antojo/contract/finder'
import { m } from '@antojo/i18n/messages'
import { useEffect } from 'react'
import { MapBox } from './map-box.tsx'
import type { MapHost } from './map-port.ts'
import { PinMarker } from './pin-marker.tsx'
import { showAll } from './show-all.ts'
import { useMap } from './use-map.ts'

/** A result with its number in the list. */
interface ResultsMapProps {
  readonly results: readonly { readonly result: FinderResult; readonly number: number }[]
  readonly host: MapHost
}

/** The finder's results on a map, numbered as in the list. */
export function ResultsMap({ results, host }: ResultsMapProps) {
  const { lat = 0, lng = 0 } = results[0]?.result ?? {}
  const { box, state, map } = useMap({ center: { lat, lng }, zoom: 2 }, host)
  useEffect(() => {
    if (map)
      showAll(
        map,
        results.map(({ result }) => result),
      )
  }, [map, results])
  return (
    <MapBox box={box} state={state} label={m.find_results()}>
      {map
        ? // The first is drawn last, on top of others nearby.
          results
            .toReversed()
            .map(({ result, number }) => (
              <PinMarker
                key={result.placeId}
                map={map}
                lat={result.lat}
                lng={result.lng}
                label={result.name}
                sign={String(number)}
              />
            ))
        : null}
    </MapBox>
  )
}
