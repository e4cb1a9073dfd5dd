import { m } from '@antojo/i18n/messages'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'

/** How the app looks. */
export function DisplaySettings() {
  const settings = useSettings()
  const { update } = useSettingsStore()
  return (
    <>
      <ChoiceGroup
        label={m.settings_theme()}
        value={settings.theme}
        onChange={(theme) => update({ theme })}
        options={[
          { value: 'system', label: m.settings_theme_system() },
          { value: 'light', label: m.settings_theme_light() },
          { value: 'dark', label: m.settings_theme_dark() },
          { value: 'contrast', label: m.settings_theme_contrast() },
        ]}
      />
      <ChoiceGroup
        label={m.settings_language()}
        value={settings.language}
        onChange={(language) => update({ language })}
        options={[
          { value: 'es', label: m.settings_language_es() },
          { value: 'en', label: m.settings_language_en() },
        ]}
      />
      <ChoiceGroup
        label={m.settings_layout()}
        value={settings.layout}
        onChange={(layout) => update({ layout })}
        options={[
          { value: 'grid', label: m.settings_layout_grid() },
          { value: 'list', label: m.settings_layout_list() },
          { value: 'map', label: m.settings_layout_map() },
        ]}
      />
      <ChoiceGroup
        label={m.settings_density()}
        value={settings.density}
        onChange={(density) => update({ density })}
        options={[
          { value: 'comfortable', label: m.settings_density_comfortable() },
          { value: 'compact', label: m.settings_density_compact() },
        ]}
      />
      <Switch
        label={m.settings_group()}
        description={m.settings_group_text()}
        checked={settings.each_video}
        onChange={(each_video) => update({ each_video })}
      />
      <Switch
        label={m.settings_reduce_motion()}
        description={m.settings_reduce_motion_text()}
        checked={settings.reduce_motion}
        onChange={(reduce_motion) => update({ reduce_motion })}
      />
    </>
  )
}
