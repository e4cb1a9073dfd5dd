import { DiagnosticsDialog } from '../../features/diagnostics/diagnostics-dialog.tsx'
import { SettingsDrawer } from '../../features/settings/settings-drawer.tsx'
import { drawer } from '../../lib/view/drawer.ts'

/** The drawers that are opened now and then. The first file of the app names this one instead of each of them. */
export function ShellDrawer({ name }: { name: 'settings' | 'diagnostics' }) {
  return name === 'settings' ? (
    <SettingsDrawer onClose={drawer.close} />
  ) : (
    <DiagnosticsDialog onClose={drawer.close} />
  )
}
