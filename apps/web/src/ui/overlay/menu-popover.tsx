import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { useBack } from '../../lib/navigation/use-back.ts'
import { Popover } from './popover.tsx'

export interface MenuItem {
  /** No other item has the same. */
  readonly label: string
  readonly Icon: LucideIcon
  readonly danger?: boolean
  /** The accessible name, where the label says too little. */
  readonly name?: string
  /** An address to open in a new tab, in place of an action. */
  readonly href?: string
  readonly onSelect?: () => void
}

/** An item that does not apply is left out. */
export type MenuItems = readonly (MenuItem | null | undefined)[]

export interface OpenMenuProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

interface MenuPopoverProps extends OpenMenuProps {
  readonly label: string
  /** A line above the items that says what they are about. */
  readonly head?: string | undefined
  readonly items: MenuItems
}

/** The open menu; its code loads with the first menu that opens. */
export function MenuPopover({ anchor, label, head, items, onClose }: MenuPopoverProps) {
  useBack(true, onClose, 'menu')
  return (
    <Popover anchor={anchor} role="menu" label={label} onClose={onClose} className="max-w-80 min-w-56">
      {head === undefined ? null : (
        <p role="presentation" className="line-clamp-2 px-3 pt-2 pb-1 text-xs text-ink-soft">
          {head}
        </p>
      )}
      <Items items={items} onClose={onClose} />
    </Popover>
  )
}

const ITEM = '[role=menuitem]'

function Items({ items, onClose }: Pick<MenuPopoverProps, 'items' | 'onClose'>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector<HTMLElement>(ITEM)?.focus({ preventScroll: true })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const next = nextIndex(event.key, at, buttons)
    if (event.key === 'Tab') onClose()
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    buttons[next]?.focus()
  }
  return (
    <div ref={list} role="presentation" onKeyDown={onKeyDown}>
      {items.map((item) => {
        if (!item) return null
        const { label, Icon } = item
        const shared = {
          role: 'menuitem',
          tabIndex: -1,
          'aria-label': item.name,
          onClick: () => {
            onClose()
            item.onSelect?.()
          },
          className: cx(
            'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-sm font-medium hover:bg-sunk focus-visible:bg-sunk [&_svg]:size-4.5',
            item.danger && 'text-chile-text',
          ),
        } as const
        return item.href === undefined ? (
          <button key={label} type="button" {...shared}>
            <Icon aria-hidden />
            {label}
          </button>
        ) : (
          <a key={label} href={item.href} target="_blank" rel="noopener noreferrer" {...shared}>
            <Icon aria-hidden />
            {label}
          </a>
        )
      })}
    </div>
  )
}

/** Index of the item to which a key moves the focus; null for other keys. */
function nextIndex(key: string, at: number, buttons: readonly HTMLElement[]): number | null {
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
