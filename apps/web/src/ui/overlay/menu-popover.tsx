import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { Popover } from './popover.tsx'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly onSelect: () => void
}

interface MenuPopoverProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
}

/** The open menu; its code loads with the first menu that opens. */
export function MenuPopover({ anchor, label, items, onClose }: MenuPopoverProps) {
  return (
    <Popover anchor={anchor} role="menu" label={label} onClose={onClose} className="min-w-56">
      <MenuItems items={items} onDone={onClose} onReturn={() => anchor.current?.focus()} />
    </Popover>
  )
}

interface MenuItemsProps {
  readonly items: readonly MenuItem[]
  readonly onDone: () => void
  readonly onReturn: () => void
}

function MenuItems({ items, onDone, onReturn }: MenuItemsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const next = nextIndex(event.key, at, buttons)
    if (event.key === 'Tab') onDone()
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    buttons[next]?.focus()
  }
  return (
    <div ref={list} role="presentation" onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onReturn()
            onDone()
            item.onSelect()
          }}
          className={cx(
            'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-sm font-medium hover:bg-sunk focus-visible:bg-sunk [&_svg]:size-4.5',
            item.danger && 'text-chile-text',
          )}
        >
          {item.icon}
          {item.label}
        </button>
      ))}
    </div>
  )
}

/** Index of the item to which a key moves the focus; null for other keys. */
function nextIndex(key: string, at: number, buttons: readonly HTMLButtonElement[]): number | null {
  const count = buttons.length
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return null
  const order = buttons.map((_, offset) => (at + 1 + offset) % count)
  return (
    order.find((index) => buttons[index]?.textContent.toLowerCase().startsWith(key.toLowerCase())) ?? null
  )
}
