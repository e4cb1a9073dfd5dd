import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

const load = async () => ({ default: (await import('./menu-popover.tsx')).MenuPopover })
const MenuPopover = lazy(load)
/** Fetches the menu's code when somebody is about to open one. */
const prepare = () => void load().catch(() => undefined)

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly onSelect: () => void
}

interface MenuProps {
  /** Name of the trigger and of the menu. */
  readonly label: string
  readonly trigger: ReactNode
  readonly items: readonly MenuItem[]
  readonly className?: string
}

/** A button that opens a menu: arrow keys, Home, End, first letters, Escape; focus comes back to the button. */
export function Menu({ label, trigger, items, className }: MenuProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={anchor}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(className && { className })}
        onClick={() => setOpen(!open)}
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {trigger}
      </IconButton>
      <Suspense fallback={null}>
        {open ? (
          <MenuPopover anchor={anchor} label={label} items={items} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </>
  )
}
