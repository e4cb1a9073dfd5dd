import { m } from '@antojo/i18n/messages'
import { useSession } from '../../lib/services.tsx'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { AddressSettings } from './address-settings.tsx'
import { ContentSettings } from './content-settings.tsx'
import { DataSettings } from './data-settings.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { InviteSettings } from './invite-settings.tsx'
import { SettingsSection, type SectionProps } from './settings-section.tsx'
import { TaughtNames } from './taught-names.tsx'
import { TokenSettings } from './token-settings.tsx'

/** 'Ajustes': all preferences of spec §3. A change applies at once. */
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
      {signedIn ? <TokenSettings /> : null}
      {signedIn ? <AddressSettings /> : null}
      <DataSettings />
    </Dialog>
  )
}

function MapSettings({ settings, update }: SectionProps<'map'>) {
  return (
    <SettingsSection title={m.settings_map()}>
      <ChoiceGroup
        label={m.settings_map_style()}
        value={settings.map_style}
        onChange={(map_style) => update({ map_style })}
        options={[
          { value: 'standard', label: m.settings_map_standard() },
          { value: 'satellite', label: m.settings_map_satellite() },
        ]}
      />
      <ChoiceGroup
        label={m.settings_directions()}
        value={settings.directions_pref}
        onChange={(directions_pref) => update({ directions_pref })}
        options={[
          { value: 'google', label: 'Google Maps' },
          { value: 'apple', label: 'Apple Maps' },
          { value: 'waze', label: 'Waze' },
          { value: 'uber', label: 'Uber' },
        ]}
      />
    </SettingsSection>
  )
}

function PrivacySettings({ settings, update }: SectionProps<'privacy'>) {
  const { share_options: share } = settings
  const change = (option: Partial<typeof share>) => update({ share_options: { ...share, ...option } })
  return (
    <SettingsSection title={m.settings_privacy()}>
      <ChoiceGroup
        label={m.settings_visibility()}
        value={settings.default_visibility}
        onChange={(default_visibility) => update({ default_visibility })}
        options={[
          { value: 'private', label: m.visibility_private() },
          { value: 'unlisted', label: m.visibility_unlisted() },
          { value: 'public', label: m.visibility_public() },
        ]}
      />
      <Switch
        label={m.share_allow_comments()}
        checked={share.allow_comments}
        onChange={(allow_comments) => change({ allow_comments })}
      />
      <Switch
        label={m.share_allow_collaborators()}
        checked={share.allow_collaborators}
        onChange={(allow_collaborators) => change({ allow_collaborators })}
      />
      <Switch
        label={m.share_show_creator()}
        checked={share.show_creator}
        onChange={(show_creator) => change({ show_creator })}
      />
    </SettingsSection>
  )
}
