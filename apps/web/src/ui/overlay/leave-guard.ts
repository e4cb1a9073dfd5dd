import { m } from '@antojo/i18n/messages'
import { createContext, use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBack } from '../../lib/navigation/use-back.ts'
import { confirm } from './confirm.ts'

/** Windows, and the buttons that move a map, can be pressed without leaving a panel. */
const STAYING = 'dialog, .maplibregl-ctrl'

/** Adds to the number of forms inside that hold unsent text. */
const HeldCount = createContext<(more: 1 | -1) => void>(() => undefined)
export const HeldCountProvider = HeldCount.Provider

/** While `isHeld`, whatever closes the window around asks first. Outside of a window it changes nothing. */
export function useHold(isHeld: boolean): void {
  const change = use(HeldCount)
  useEffect(() => {
    if (!isHeld) return undefined
    change(1)
    return () => change(-1)
  }, [isHeld, change])
}

/** Asks before a window with unsent text closes: by its own buttons, by Back, by a reload, or by a press on the page beside. */
export function useLeaveGuard(onClose: () => void) {
  const count = useRef(0)
  const [isHeld, setHeld] = useState(false)
  const change = useCallback((more: 1 | -1) => {
    count.current += more
    setHeld(count.current > 0)
  }, [])
  const isAsking = useRef(false)
  const ask = async () => {
    if (isAsking.current) return
    isAsking.current = true
    const question = { title: m.form_discard_question(), agree: m.form_discard(), cancel: m.form_keep() }
    const mayLose = await confirm({ ...question, danger: true })
    isAsking.current = false
    if (mayLose) onClose()
  }
  useBack(isHeld, () => {
    void ask()
    return 'stay'
  })
  const askOnPage = useEffectEvent((event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element) || !target.closest('a, button') || target.closest(STAYING)) return
    event.preventDefault()
    event.stopPropagation()
    void ask()
  })
  useEffect(() => {
    if (!isHeld) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const press = (event: MouseEvent) => askOnPage(event)
    addEventListener('beforeunload', warn)
    addEventListener('click', press, true)
    return () => {
      removeEventListener('beforeunload', warn)
      removeEventListener('click', press, true)
    }
  }, [isHeld])
  /** Closes the window, or asks and returns false. */
  const leave = (): boolean => {
    // Not the state, which a key that follows at once would find unchanged.
    const mayLeave = count.current === 0
    if (mayLeave) onClose()
    else void ask()
    return mayLeave
  }
  return { leave, change }
}
