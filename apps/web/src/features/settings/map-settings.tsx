import { m } from '@antojo/i18n/messages'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import type { SectionProps } from './settings-section.tsx'
import { SettingsSection } from './settings-section.tsx'

export function MapSettings({ settings, update }: SectionProps) {
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
