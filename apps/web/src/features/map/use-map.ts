import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import type { LiveMap, MakeMap, MapHost, View } from './map-port.ts'

export type MapState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly host: MapHost }
  | { readonly kind: 'ready'; readonly host: MapHost; readonly map: LiveMap }

const LOADING: MapState = { kind: 'loading' }

/** Loads the code of each map on first use. */
const makers: Readonly<Record<MapHost, () => Promise<MakeMap>>> = {
  own: async () => (await import('./own/maplibre-map.ts')).makeMapLibre,
  google: async () => (await import('./google/google-map.ts')).makeGoogleMap,
}

/**
 * Creates a map in the element of `box`, and creates it again with the same view when its look or language changes. No map while its host is
 * unknown, and beside cards none before a person is there.
 */
export function useMap(
  start: Pick<View, 'center' | 'zoom'>,
  knownHost: MapHost | null,
  isBesideCards = false,
) {
  const host = usePresence(isBesideCards) ? knownHost : null
  const box = useRef<HTMLElement>(null)
  const { config } = useServices()
  const { theme, map_style, reduce_motion, language } = useSettings()
  const [made, setState] = useState(LOADING)
  const begin = useEffectEvent(() => (made.kind === 'ready' ? made.map.view() : start))
  useEffect(() => {
    let live: LiveMap | null = null
    let ended = false
    let lost = false
    const make = async (from: MapHost, fail: () => void) => {
      const [known, makeMap] = await Promise.all([config(), makers[from]()])
      if (!box.current || ended) return
      live = await makeMap(box.current, {
        start: begin(),
        look: map_style,
        language,
        reducedMotion: reduce_motion,
        config: known,
        onLost: fail,
      })
      if (ended) live?.remove()
      else if (live && !lost) setState({ kind: 'ready', host: from, map: live })
      else fail()
    }
    const fail = (of: MapHost) => {
      lost = true
      if (!ended) setState({ kind: 'failed', host: of })
    }
    if (host) make(host, () => fail(host)).catch(() => fail(host))
    return () => {
      ended = true
      live?.remove()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the colours of a map are those of the theme
  }, [box, config, theme, map_style, reduce_motion, language, host])
  // The map of the previous host has been removed already.
  const state = made.kind !== 'loading' && made.host !== host ? LOADING : made
  return { box, state, map: state.kind === 'ready' ? state.map : null }
}

/** Time in milliseconds after which a map is drawn for a person who only looks. */
const CALM_MS = 3000

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/**
 * True from the first sign of a person on, or after a while. Drawing a map holds up the page for longer than all the rest,
 * and of cards beside a map one reads the cards first.
 */
function usePresence(isBesideCards: boolean): boolean {
  const [isHere, setHere] = useState(() => navigator.userActivation?.hasBeenActive)
  const isAwaited = isBesideCards && !isHere
  useEffect(() => {
    if (!isAwaited) return undefined
    const controller = new AbortController()
    const onSign = (event: Event) => {
      // Browsers report a pointer that rests whenever the page below it changes.
      const rests =
        event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY
      if (!rests) setHere(true)
    }
    for (const sign of SIGNS)
      addEventListener(sign, onSign, { signal: controller.signal, capture: true, passive: true })
    const timer = setTimeout(() => setHere(true), CALM_MS)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [isAwaited])
  return !isAwaited
}
