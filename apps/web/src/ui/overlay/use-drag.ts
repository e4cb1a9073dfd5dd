import { useRef, type PointerEvent } from 'react'

/** A drag is fast from this speed in pixels per millisecond on, after this distance. */
const MIN_FAST_SPEED = 0.55
const MIN_FAST_DISTANCE_PX = 24

/**
 * Handlers for the handle of a sheet: `move` follows the finger, with the distance downwards, and `end` is called when it
 * leaves; a drag that the browser takes away ends where it began. A press on a button in the handle is no drag.
 */
export function useDrag(
  move: (handle: HTMLElement, distance: number) => void,
  end: (handle: HTMLElement, distance: number, isFast: boolean) => void,
) {
  const start = useRef<{ y: number; at: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const handle = event.currentTarget
      const control = event.target instanceof Element ? event.target.closest('button, select, a') : null
      if (control !== null && control !== handle) return
      start.current = { y: event.clientY, at: event.timeStamp }
      handle.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current) move(event.currentTarget, event.clientY - start.current.y)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const distance = event.clientY - start.current.y
      const speed = Math.abs(distance) / Math.max(1, event.timeStamp - start.current.at)
      start.current = null
      end(event.currentTarget, distance, Math.abs(distance) > MIN_FAST_DISTANCE_PX && speed > MIN_FAST_SPEED)
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      start.current = null
      end(event.currentTarget, 0, false)
    },
  }
}
