import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface ToolbarProps {
  readonly className: string
  readonly children: ReactNode
}

/** Buttons that are one stop of the Tab key; the arrow keys, Home and End move between them. */
export function Toolbar({ className, children }: ToolbarProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After each render, as it may have brought or hidden a button.
    const items = itemsOf(ref.current)
    stopAt(
      items,
      items.find((item) => item.tabIndex === 0),
    )
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(ref.current)
    const at = items.findIndex((item) => item === event.target)
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const to = steps[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    const next = items.at(to % items.length)
    stopAt(items, next)
    next?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus
    <div ref={ref} role="toolbar" onKeyDown={onKeyDown} className={className}>
      {children}
    </div>
  )
}

/** The visible buttons and links, without those of an open menu. */
function itemsOf(toolbar: HTMLElement | null): HTMLElement[] {
  const all = toolbar?.querySelectorAll<HTMLElement>(':is(a[href],button):not([popover] *)') ?? []
  return [...all].filter((item) => item.checkVisibility())
}

function stopAt(items: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const item of items) item.tabIndex = item === stop ? 0 : -1
}
