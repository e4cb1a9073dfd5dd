import { useRef, useState, type ReactNode } from 'react'
import type { MenuItems, OpenMenuProps } from './menu-popover.tsx'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { IconButton } from '../button.tsx'

const MenuPopover = lateComponent(() => import('./menu-popover.tsx'), 'MenuPopover')

interface MenuTriggerProps {
  /** The name of the button and of the menu. */
  readonly label: string
  readonly trigger: ReactNode
  readonly className?: string
  /** Preloads the menu's code when the person is about to open it. */
  readonly prepare: () => Promise<unknown>
  readonly children: RenderMenu
}

/** Renders the open menu beside its button. */
type RenderMenu = (menu: OpenMenuProps) => ReactNode

function OpenMenu({ render, ...menu }: OpenMenuProps & { readonly render: RenderMenu }) {
  return render(menu)
}

/** The button of a menu whose code loads on demand. */
export function MenuTrigger({ label, trigger, className, prepare, children }: MenuTriggerProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const fetchMenu = () => void prepare().catch(() => undefined)
  return (
    <>
      <IconButton
        ref={anchor}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(className && { className })}
        onClick={() => setOpen(!open)}
        onPointerEnter={fetchMenu}
        onFocus={fetchMenu}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {trigger}
      </IconButton>
      {open ? <OpenMenu anchor={anchor} onClose={() => setOpen(false)} render={children} /> : null}
    </>
  )
}

interface MenuProps extends Pick<MenuTriggerProps, 'label' | 'trigger' | 'className'> {
  readonly items: MenuItems
}

/** A button that opens a menu. Keys: arrows, Home, End, first letters, Escape; the focus returns to the button. */
export function Menu({ items, ...rest }: MenuProps) {
  return (
    <MenuTrigger {...rest} prepare={MenuPopover.load}>
      {(menu) => <MenuPopover {...menu} label={rest.label} items={items} />}
    </MenuTrigger>
  )
}
