import { createStore, useStore } from './store.ts'

type DrawerName = 'settings' | 'diagnostics' | 'bulk-add'

const opened = createStore<DrawerName | null>(null)

/** The drawers that belong to no screen: any component may open one. */
export const drawer = {
  open: (name: DrawerName) => opened.set(name),
  close: () => opened.set(null),
} as const

export function useDrawer(): DrawerName | null {
  return useStore(opened)
}
