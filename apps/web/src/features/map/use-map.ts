import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/settings-store.tsx'
import { createMap, type MadeMap } from './map-library.ts'

export type MapState = { readonly kind: 'loading' | 'failed' } | ({ readonly kind: 'ready' } & MadeMap)

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
    let made: MadeMap | null = null
    let ended = false
    const make = async () => {
      const { mapStyleUrl } = await config()
      if (!box.current || ended) return
      const view = begin()
      made = await createMap(box.current, {
        ...view,
        look: map_style,
        styleUrl: mapStyleUrl,
        reducedMotion: reduce_motion,
      })
      if (ended) made?.map.remove()
      else setState(made ? { kind: 'ready', ...made } : { kind: 'failed' })
    }
    void make()
    return () => {
      ended = true
      made?.map.remove()
    }
  }, [box, config, map_style, reduce_motion])
  return state
}

/** Colours and words of a map are set when it is made: a component with this key is made anew when they change. */
export function useMapKey(): string {
  const { theme, language } = useSettings()
  return `${theme} ${language}`
}
