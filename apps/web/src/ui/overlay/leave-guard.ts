import { m } from '@antojo/i18n/messages'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { useBack } from '../../lib/navigation/use-back.ts'
import { confirm } from './confirm.ts'

/** Counts the forms inside that hold unsent text. */
const HeldCount = createContext<(change: (count: number) => number) => void>(() => undefined)
export const HeldCountProvider = HeldCount.Provider

/** While `isHeld`, whatever closes the window around asks first. Outside of a window it changes nothing. */
export function useHold(isHeld: boolean): void {
  const change = use(HeldCount)
  useEffect(() => {
    if (!isHeld) return undefined
    change((count) => count + 1)
    return () => change((count) => count - 1)
  }, [isHeld, change])
}

/** Asks before a window with unsent text closes: by its own buttons, by Back, or by a reload. */
export function useLeaveGuard(onClose: () => void) {
  const [count, setCount] = useState(0)
  const isHeld = count > 0
  const isAsking = useRef(false)
  const ask = async () => {
    if (isAsking.current) return
    isAsking.current = true
    const question = { title: m.form_discard_question(), agree: m.form_discard(), cancel: m.form_keep() }
    if (await confirm({ ...question, danger: true })) onClose()
    // Chrome may pass the Back that closed the question on to the window below.
    setTimeout(() => {
      isAsking.current = false
    })
  }
  useBack(isHeld, () => {
    void ask()
    return 'stay'
  })
  useEffect(() => {
    if (!isHeld) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isHeld])
  /** Closes the window, or asks and returns false. */
  const leave = (): boolean => {
    if (isHeld) void ask()
    else onClose()
    return !isHeld
  }
  return { leave, setCount }
}
