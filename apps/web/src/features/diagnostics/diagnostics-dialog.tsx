import { m } from '@antojo/i18n/messages'
import { Dialog } from '../../ui/dialog.tsx'

export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={m.diagnostics_title()} size="md" onClose={onClose}>
      {null}
    </Dialog>
  )
}
