import { createStore, useStore } from '../store.ts'

type DrawerName = 'settings' | 'diagnostics' | 'bulk-add' | 'paste'

const opened = createStore<DrawerName | null>(null)

/** The drawers that any component may open. All but `paste`, which is the home screen's, belong to no screen. */
export const drawer = {
  open: (name: DrawerName) => opened.set(name),
  close: () => opened.set(null),
} as const

export function useDrawer(): DrawerName | null {
  return useStore(opened)
}
