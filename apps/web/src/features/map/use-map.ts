import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/settings-store.tsx'
import { createMap } from './map-library.ts'

export type MapState =
  | { readonly kind: 'loading' | 'failed' }
  | { readonly kind: 'ready'; readonly map: MapLibre }

/** A map in the box, made anew when its look changes; it keeps where it was. */
export function useMap(
  box: RefObject<HTMLElement | null>,
  start: { center: [number, number]; zoom: number },
): MapState {
  const { config } = useServices()
  const { map_style, reduce_motion } = useSettings()
  const [state, setState] = useState<MapState>({ kind: 'loading' })
  const begin = useEffectEvent(() =>
    state.kind === 'ready' ? { center: state.map.getCenter().toArray(), zoom: state.map.getZoom() } : start,
  )
  useEffect(() => {
    let map: MapLibre | null = null
    let ended = false
    const make = async () => {
      const { mapStyleUrl } = await config()
      if (!box.current || ended) return
      const view = begin()
      map = await createMap(box.current, {
        ...view,
        look: map_style,
        styleUrl: mapStyleUrl,
        reducedMotion: reduce_motion,
      })
      if (ended) map?.remove()
      else setState(map ? { kind: 'ready', map } : { kind: 'failed' })
    }
    void make()
    return () => {
      ended = true
      map?.remove()
    }
  }, [box, config, map_style, reduce_motion])
  return state
}

/** Colours and words of a map are set when it is made: a component with this key is made anew when they change. */
export function useMapKey(): string {
  const { theme, language } = useSettings()
  return `${theme} ${language}`
}
