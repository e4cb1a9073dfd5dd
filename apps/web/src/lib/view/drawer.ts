import { overlay, useOverlay } from '../navigation/overlay.ts'

type DrawerName =
  | 'settings'
  | 'diagnostics'
  | 'bulk-add'
  | 'shortcuts'
  | 'paste'
  | 'new-list'
  | 'edit-profile'
  | 'tokens'
  | 'taught-names'
  | 'invite'
  | 'email'
  | 'password'
  | 'passkeys'
  | 'two-step'
  | 'delete-account'

/** Opens and closes the drawers. Settings, diagnostics, bulk-add and shortcuts open over any screen, each other one over its own. */
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
