import { overlay, useOverlay } from '../navigation/overlay.ts'

type DrawerName = 'settings' | 'diagnostics' | 'bulk-add' | 'paste'

/** Opens and closes the drawers. `paste` belongs to the home screen; all others can open over any screen. */
export const drawer = {
  open: (name: DrawerName) => overlay.open('panel', name),
  /** Opens another drawer in place of the open one. */
  change: (name: DrawerName) => overlay.open('panel', name, 'panel'),
  close: () => void overlay.close('panel'),
} as const

/** The name of the open drawer. */
export function useDrawer(): string | null {
  return useOverlay('panel')
}
