import { m } from '@antojo/i18n/messages'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'

/** Whom new videos are for, and what others may do with them. */
export function PrivacySettings() {
  const settings = useSettings()
  const { update } = useSettingsStore()
  const { share_options: share } = settings
  const change = (option: Partial<typeof share>) => update({ share_options: { ...share, ...option } })
  return (
    <>
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
    </>
  )
}
