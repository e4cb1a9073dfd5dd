import { m } from '@antojo/i18n/messages'
import { useSession } from '../../lib/services.tsx'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ContentSettings } from './content-settings.tsx'
import { DataSettings } from './data-settings.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { MapSettings } from './map-settings.tsx'
import { InviteSettings } from './invite-settings.tsx'
import { PrivacySettings } from './privacy-settings.tsx'
import { TaughtNames } from './taught-names.tsx'

/** 'Ajustes': every preference of spec §3. A change holds at once; there is nothing to save. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const settings = useSettings()
  const { update } = useSettingsStore()
  const signedIn = useSession() !== null
  return (
    <Dialog title={m.header_settings()} shape="side" onClose={onClose}>
      <DisplaySettings settings={settings} update={update} />
      <ContentSettings settings={settings} update={update} />
      <MapSettings settings={settings} update={update} />
      <PrivacySettings settings={settings} update={update} />
      {signedIn ? <TaughtNames /> : null}
      {signedIn ? <InviteSettings /> : null}
      <DataSettings onClose={onClose} />
    </Dialog>
  )
}
