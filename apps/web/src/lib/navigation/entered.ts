import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../services.tsx'
import { createStore, useStore } from '../store.ts'
import type { Wish } from './entering.ts'
import { overlay, useOverlay } from './overlay.ts'

/** The wish of a guest who now has an account, until the screen fulfils it. */
const granted = createStore<string | null>(null)

/**
 * Takes the wish out of the URL of a person who is signed in. It is granted only where they came as a guest, so that a link
 * never acts for them, and in one tab: a mail signs in the tab that waits for it, too.
 */
export function Entered() {
  const { session } = useServices()
  const wish = useOverlay('enter')
  useEffect(() => {
    if (session.wasGuest() && !document.hidden) granted.set(wish)
    void overlay.close('enter')
  }, [session, wish])
  return null
}

/** Fulfils a wish once. */
export function useWish(wish: Wish, fulfil: () => void): void {
  const isGranted = useStore(granted) === wish
  const act = useEffectEvent(fulfil)
  useEffect(() => {
    if (!isGranted) return
    granted.set(null)
    act()
  }, [isGranted])
}
