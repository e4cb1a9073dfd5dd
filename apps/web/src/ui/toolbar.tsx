import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

/** Buttons that are one stop of the Tab key; the arrow keys, Home and End move between them. */
export function Toolbar({ className, children }: { className: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After each render, as it may have brought or hidden a button.
    if (rendered.push(ref.current) === 1) requestAnimationFrame(settle)
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

const rendered: (HTMLElement | null)[] = []

/** Reads all toolbars before it changes one, so that the browser computes the styles of the page once for all cards. */
function settle(): void {
  for (const items of rendered.splice(0).map(itemsOf)) stopAt(items)
}

/** The visible buttons and links, without those of an open menu. */
function itemsOf(toolbar: HTMLElement | null): HTMLElement[] {
  const all = toolbar?.querySelectorAll<HTMLElement>(':is(a,button):not([popover] *)') ?? []
  return [...all].filter((item) => item.checkVisibility())
}

function stopAt(items: readonly HTMLElement[], stop = items.find(({ tabIndex }) => tabIndex === 0)): void {
  for (const item of items) item.tabIndex = item === stop ? 0 : -1
}
