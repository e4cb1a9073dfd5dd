import { useRef, type PointerEvent } from 'react'

/** Pixels dragged, or pixels a millisecond flung, from which a sheet closes. */
const distanceToClose = 110
const speedToClose = 0.55

/** Handlers for the handle of a sheet: it follows the finger down and closes when dragged far or flung. */
export function useDragToClose(onClose: () => void, enabled: boolean) {
  const start = useRef<{ y: number; at: number } | null>(null)
  if (!enabled) return {}

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return
      start.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current) moveSheet(event.currentTarget, event.clientY - start.current.y)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const distance = event.clientY - start.current.y
      const speed = distance / Math.max(1, event.timeStamp - start.current.at)
      start.current = null
      if (distance > distanceToClose || (distance > 24 && speed > speedToClose)) onClose()
      else moveSheet(event.currentTarget, 0)
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = null
      moveSheet(event.currentTarget, 0)
    },
  }
}

function moveSheet(handle: HTMLElement, offset: number) {
  const sheet = handle.closest('dialog')
  if (sheet) sheet.style.transform = offset > 0 ? `translateY(${offset}px)` : ''
}
