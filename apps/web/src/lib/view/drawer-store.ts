import { createStore, useStore } from '../store.ts'

type DrawerName = 'settings' | 'diagnostics' | 'bulk-add' | 'paste'

const opened = createStore<DrawerName | null>(null)

/** Opens and closes the drawers. `paste` belongs to the home screen; all others can open over any screen. */
export const drawer = {
  open: (name: DrawerName) => opened.set(name),
  close: () => opened.set(null),
} as const

export function useDrawer(): DrawerName | null {
  return useStore(opened)
}
