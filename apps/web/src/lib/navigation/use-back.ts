import { isRecord } from '@antojo/domain/unknown-values'
import { useEffect, useEffectEvent, useId } from 'react'
import { isMenuEntry, overlay, stepBack } from './overlay.ts'

/**
 * Lets Back close a question that a link cannot open, such as a confirmation. It has a history entry while `isOpen`, and a
 * reload drops it. When `onBack` returns 'stay', the next Back asks again. A menu's entry is replaced by what is chosen in it.
 */
export function useBack(
  isOpen: boolean,
  onBack: () => 'stay' | void,
  kind: 'question' | 'menu' = 'question',
): void {
  const entry = useId()
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return undefined
    const popped = () => {
      // A question on top of this one was closed, or the app itself goes back.
      if (currentEntry() === entry || stepBack.get()) return
      if (back() === 'stay') enterNow(entry, kind)
    }
    const entered = enter(entry, kind).then(() => addEventListener('popstate', popped))
    return () => {
      void entered.then(() => {
        removeEventListener('popstate', popped)
        return withdraw(entry, kind)
      })
    }
  }, [isOpen, entry, kind])
}

async function enter(entry: string, kind: 'question' | 'menu'): Promise<void> {
  await stepBack.get()
  enterNow(entry, kind)
}

async function withdraw(entry: string, kind: 'question' | 'menu'): Promise<void> {
  // A question that the choice opens enters first.
  if (kind === 'menu') await new Promise((resolve) => void setTimeout(resolve))
  if (currentEntry() === entry) await overlay.leaveEntry()
}

/** Adds a history entry with the same URL. */
function enterNow(entry: string, kind: 'question' | 'menu'): void {
  const state = { isOverlay: true, entry, ...(kind === 'menu' && { isMenu: true }) }
  if (isMenuEntry()) history.replaceState(state, '')
  else history.pushState(state, '')
}

function currentEntry(): unknown {
  return isRecord(history.state) ? history.state['entry'] : null
}
