import { m } from '@antojo/i18n/messages'
import { Dialog } from '../../ui/dialog.tsx'

export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={m.header_settings()} shape="side" onClose={onClose}>
      {null}
    </Dialog>
  )
}
