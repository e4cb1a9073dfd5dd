import { useRef, type PointerEvent } from 'react'

/** A drag is fast from this speed in pixels per millisecond on, after this distance. */
const MIN_FAST_SPEED = 0.55
const MIN_FAST_DISTANCE_PX = 24
/** A thing held this near to the upper or lower edge of the window, where bars are, scrolls the page. */
const EDGE_PX = 96

/**
 * Handlers for the handle of a sheet: `move` follows the finger, with the distance downwards, and `end` is called when it
 * leaves; a drag that the browser takes away ends where it began. A press on a button in the handle is no drag. The distance
 * is that on the page where it `scrolls`.
 */
export function useDrag(
  move: (handle: HTMLElement, distance: number) => void,
  end: (handle: HTMLElement, distance: number, isFast: boolean) => void,
  scrolls = false,
) {
  const start = useRef<{ y: number; at: number; now: number } | null>(null)
  const scroll = (handle: HTMLElement) => {
    if (!start.current) return
    const { now, y } = start.current
    const by = Math.max(0, now + EDGE_PX - innerHeight) - Math.max(0, EDGE_PX - now)
    if (by !== 0) {
      scrollBy(0, by / 8)
      move(handle, now + scrollY - y)
    }
    requestAnimationFrame(() => scroll(handle))
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const handle = event.currentTarget
      const control = event.target instanceof Element ? event.target.closest('button, select, a') : null
      if (control !== null && control !== handle) return
      start.current = { y: event.pageY, at: event.timeStamp, now: innerHeight / 2 }
      handle.setPointerCapture(event.pointerId)
      if (scrolls) scroll(handle)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      start.current.now = event.clientY
      move(event.currentTarget, event.pageY - start.current.y)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const distance = event.pageY - start.current.y
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
