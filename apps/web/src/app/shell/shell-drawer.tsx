import { DiagnosticsDialog } from '../../features/diagnostics/diagnostics-dialog.tsx'
import { SettingsDrawer } from '../../features/settings/settings-drawer.tsx'
import { drawer } from '../../lib/view/drawer.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

const BulkAddDialog = lateComponent(
  () => import('../../features/import/bulk-add-dialog.tsx'),
  'BulkAddDialog',
)

const drawers = {
  settings: SettingsDrawer,
  diagnostics: DiagnosticsDialog,
  'bulk-add': BulkAddDialog,
  shortcuts: ShortcutsDialog,
} as const

/** The drawers that open over any screen now and then. The first file of the app names this one instead of each of them. */
export function ShellDrawer({ name }: { name: keyof typeof drawers }) {
  const Shown = drawers[name]
  return <Shown onClose={drawer.close} />
}
