import { useEffect, useEffectEvent, useId } from 'react'
import { overlay, stepBack } from './overlay.ts'

/**
 * Lets Back close a question that a link cannot open, such as a confirmation. It has a history entry while `isOpen`, and a
 * reload drops it. When `onBack` returns 'stay', the next Back asks again.
 */
export function useBack(isOpen: boolean, onBack: () => 'stay' | void): void {
  const entry = useId()
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return undefined
    const popped = () => {
      // A question on top of this one was closed, or the app itself goes back.
      if (currentEntry() === entry || stepBack.get()) return
      if (back() === 'stay') pushEntry(entry)
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

async function enter(entry: string): Promise<void> {
  await stepBack.get()
  pushEntry(entry)
}

/** Adds a history entry with the same URL. */
function pushEntry(entry: string): void {
  history.pushState({ isOverlay: true, entry }, '')
}

function currentEntry(): unknown {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'entry' in state ? state.entry : null
}
