import { useRef, type MouseEvent, type PointerEvent } from 'react'

/** Spec §9. */
const LONG_PRESS_MS = 550
const MAX_MOVE_PX = 10

/**
 * Handlers for a long press by touch. Moving the finger counts as scrolling and cancels it. The click that the browser sends when
 * the finger leaves does nothing after a long press.
 */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const timer = useRef(0)
  const from = useRef({ x: 0, y: 0 })
  const isLong = useRef(false)
  if (!onLongPress) return {}
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown(event: PointerEvent) {
      isLong.current = false
      if (event.pointerType !== 'touch') return
      from.current = { x: event.clientX, y: event.clientY }
      timer.current = window.setTimeout(() => {
        isLong.current = true
        onLongPress()
      }, LONG_PRESS_MS)
    },
    onPointerMove(event: PointerEvent) {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > MAX_MOVE_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onClickCapture(event: MouseEvent) {
      if (!isLong.current) return
      isLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
