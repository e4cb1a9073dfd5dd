import { isRecord } from '@antojo/domain/unknown-values'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import { createStore } from '../store.ts'

/** Parameters of the URL that open something over a screen: a panel by its name, or the dialog of one item by its id. */
type OverlayName =
  | 'panel'
  | 'video'
  | 'fix'
  | 'help'
  | 'compare'
  | 'lists'
  | 'edit'
  | 'share'
  | 'export'
  | 'places'
  | 'reports'
  | 'enter'

/** Those that stand beside the page where there is room: one at a time. */
const PANELS: readonly OverlayName[] = ['video', 'fix', 'help']

/** History entries that were made by opening an overlay have this state; closing goes back from them. */
const STATE = { isOverlay: true }

/** The step back that has not arrived yet. A second close, such as that of a double press, waits for the same one. */
export const stepBack = createStore<Promise<void> | null>(null)

/**
 * Opens and closes what lies over a screen. It is a part of the URL: Back closes it, a link opens it, a reload keeps it.
 * `replacing` closes another overlay in the same step, and a panel takes the place of another one.
 */
export const overlay = {
  open(name: OverlayName, value: string, replacing?: OverlayName): void {
    const step = stepBack.get()
    // The menu whose choice this is may be leaving its entry: what replaced that entry would go with it.
    if (step) return void step.then(() => overlay.open(name, value, replacing))
    const former = PANELS.includes(name) ? openPanel() : undefined
    const replaced = replacing ?? former
    const replace = replaced !== undefined || isMenuEntry()
    const isOwn = replace ? isOverlayEntry() : true
    navigate(addressWith({ ...(replaced && { [replaced]: null }), [name]: value }), {
      replace,
      state: isOwn ? STATE : null,
    })
  },
  /** Resolves when the URL has changed. */
  async close(name: OverlayName): Promise<void> {
    const target = addressWith({ [name]: null })
    const isInEntry = () => isOverlayEntry() && new URLSearchParams(location.search).has(name)
    // Repeated: an entry of `useBack` may lie on top.
    while (stepBack.get() || isInEntry()) await overlay.leaveEntry()
    // A link opened the overlay, or the search below it changed meanwhile.
    if (location.pathname + location.search !== target) navigate(target, { replace: true })
  },
  /** Goes back from the history entry of an overlay. */
  async leaveEntry(): Promise<void> {
    if (isOverlayEntry() && !stepBack.get()) stepBack.set(goBack())
    await stepBack.get()
    stepBack.set(null)
  },
} as const

/** The value of an open overlay; null while it is closed. */
export function useOverlay(name: OverlayName): string | null {
  return useLocationProperty(() => new URLSearchParams(location.search).get(name))
}

/** Whether the address names a panel, which needs its room before its code has loaded. */
export function useHasPanel(): boolean {
  return useLocationProperty(() => openPanel() !== undefined)
}

function openPanel(): OverlayName | undefined {
  const params = new URLSearchParams(location.search)
  return PANELS.find((name) => params.has(name))
}

/** The overlay of one item: whether it is open, and how to open and close it. */
export function useOverlayOf(name: OverlayName, value: string) {
  const isOpen = useOverlay(name) === value
  const open = () => overlay.open(name, value)
  const close = () => void overlay.close(name)
  return { isOpen, open, close, toggle: isOpen ? close : open } as const
}

/** True while a menu is open. What a choice in it opens takes the place of its entry. */
export function isMenuEntry(): boolean {
  return isEntryWith('isMenu')
}

function isOverlayEntry(): boolean {
  return isEntryWith('isOverlay')
}

function isEntryWith(mark: 'isOverlay' | 'isMenu'): boolean {
  return isRecord(history.state) && mark in history.state
}

function addressWith(change: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(change))
    if (value === null) params.delete(name)
    else params.set(name, value)
  return params.size === 0 ? location.pathname : `${location.pathname}?${params}`
}

async function goBack(): Promise<void> {
  await new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  })
}
