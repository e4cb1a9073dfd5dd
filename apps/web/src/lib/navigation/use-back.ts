import { useEffect, useEffectEvent, useId } from 'react'
import { overlay, stepBack } from './overlay.ts'

/**
 * Lets Back close a question that a link cannot open, such as a confirmation. It has a history entry while `isOpen`, and a
 * reload drops it.
 */
export function useBack(isOpen: boolean, onBack: () => void): void {
  const entry = useId()
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return undefined
    const popped = () => {
      // A question on top of this one was closed.
      if (currentEntry() !== entry) back()
    }
    const entered = enter(entry).then(() => addEventListener('popstate', popped))
    return () => {
      void entered.then(() => {
        removeEventListener('popstate', popped)
        return currentEntry() === entry ? overlay.leaveEntry() : undefined
      })
    }
  }, [isOpen, entry])
}

/** Adds a history entry with the same URL. */
async function enter(entry: string): Promise<void> {
  await stepBack.get()
  history.pushState({ isOverlay: true, entry }, '')
}

function currentEntry(): unknown {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'entry' in state ? state.entry : null
}
