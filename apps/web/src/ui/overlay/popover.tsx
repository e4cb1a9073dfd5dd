import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { cx } from '../../lib/view/cx.ts'

interface PopoverProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly label: string
  readonly role?: 'dialog' | 'menu'
  /** A press outside only closes the popover and reaches nothing else. */
  readonly isModal?: boolean
  readonly className?: string
  readonly children: ReactNode
}

const MARGIN_PX = 8

/** A small window beside its anchor, in the top layer; closes on a press outside or Escape, and gives the focus back. */
export function Popover({
  anchor,
  onClose,
  label,
  role = 'dialog',
  isModal = false,
  className,
  children,
}: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const popover = ref.current
    if (!popover) return undefined
    const opener = document.activeElement
    popover.showPopover()
    popover.focus({ preventScroll: true })
    const follow = () => place(popover, anchor.current)
    follow()
    // Content that loads later may be larger.
    const observer = new ResizeObserver(follow)
    observer.observe(popover)
    const end = new AbortController()
    addEventListener('scroll', follow, { capture: true, passive: true, signal: end.signal })
    addEventListener('resize', follow, { signal: end.signal })
    return () => {
      const isInside = popover.contains(document.activeElement)
      if (isInside && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      observer.disconnect()
      end.abort()
    }
  }, [anchor])
  useDismiss(ref, { anchor, onClose, isModal })

  return (
    <div
      ref={ref}
      popover="manual"
      tabIndex={-1}
      role={role}
      aria-label={label}
      className={cx(
        'fixed inset-auto m-0 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto rounded-2xl border border-line bg-surface p-1.5 text-ink shadow-pop',
        className,
      )}
    >
      {children}
    </div>
  )
}

type Dismissed = Pick<PopoverProps, 'anchor' | 'onClose' | 'isModal'>

function useDismiss(ref: PopoverProps['anchor'], { anchor, onClose, isModal }: Dismissed) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const pressed = (event: PointerEvent) => {
      const target = event.target instanceof Node ? event.target : null
      if (ref.current?.contains(target) || anchor.current?.contains(target)) return
      if (isModal) swallowClick()
      close()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    const end = new AbortController()
    addEventListener('pointerdown', pressed, { capture: true, signal: end.signal })
    addEventListener('keydown', key, { capture: true, signal: end.signal })
    return () => end.abort()
  }, [ref, anchor, isModal])
}

/** Ends the click that follows this press; a press that becomes a drag has none. */
function swallowClick() {
  addEventListener('click', endEvent, { capture: true, once: true })
  addEventListener('pointerdown', () => removeEventListener('click', endEvent, true), {
    capture: true,
    once: true,
  })
}

function endEvent(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

/** Places the popover below the anchor, aligned with its right edge; above it if there is no room; always inside the window. */
function place(popover: HTMLElement, anchor: HTMLElement | null) {
  if (!anchor) return
  const at = anchor.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const below = innerHeight - at.bottom - MARGIN_PX * 2
  const above = at.top - MARGIN_PX * 2
  const up = popover.scrollHeight > below && above > below
  popover.style.maxHeight = `${Math.max(120, up ? above : below)}px`
  const left = Math.min(Math.max(MARGIN_PX, at.right - width), innerWidth - width - MARGIN_PX)
  popover.style.left = `${left}px`
  popover.style.top = up
    ? `${Math.max(MARGIN_PX, at.top - MARGIN_PX - Math.min(height, above))}px`
    : `${at.bottom + MARGIN_PX}px`
}
