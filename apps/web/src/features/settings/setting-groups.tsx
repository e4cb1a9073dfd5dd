import { CUISINE_KEYS } from '@antojo/domain/cuisine-labels'
import { DIET_KEYS } from '@antojo/domain/diet-tags'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import type { Settings } from '@antojo/domain/settings'
import { m } from '@antojo/i18n/messages'
import { texts as diets } from '@antojo/i18n/messages/diet'
import { ShareSwitches } from '../../components/share-switches.tsx'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { ChoiceChip } from '../../ui/form/chip.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Slider } from '../../ui/form/slider.tsx'
import { cuisineName } from '../../entities/video/labels.ts'
import { Switch } from '../../ui/form/switch.tsx'

/** The slider's range (spec §5). The text shows a stored value outside it as it is. */
const RADIUS_KM = { min: 5, max: 50 } as const

/** The value of a setting, and how its control changes it. */
function useControl() {
  const settings = useSettings()
  const { update } = useSettingsStore()
  return <Name extends keyof Settings>(name: Name) => ({
    value: settings[name],
    onChange: (value: Settings[Name]) => update({ [name]: value }),
  })
}

/** The order of the collection, and how far "near" is. */
export function OrderSettings() {
  const control = useControl()
  const radius = control('radius_km')
  return (
    <>
      <Select
        label={m.settings_default_sort()}
        {...control('default_sort')}
        options={[
          { value: 'distance', label: m.sort_distance() },
          { value: 'rating', label: m.sort_rating() },
          { value: 'recent', label: m.sort_recent() },
          { value: 'popular', label: m.sort_popular() },
        ]}
      />
      <Slider
        label={m.settings_radius()}
        text={m.settings_radius_value({ km: radius.value })}
        {...RADIUS_KM}
        {...radius}
      />
    </>
  )
}

/** The videos that the collection shows. */
export function FilterSettings() {
  const control = useControl()
  return (
    <>
      <Choices
        label={m.settings_platforms()}
        hint={m.settings_platforms_text()}
        keys={KNOWN_PLATFORMS}
        name={(platform) => platform}
        {...control('platforms')}
      />
      <Choices
        label={m.settings_cuisines()}
        hint={m.settings_cuisines_text()}
        keys={CUISINE_KEYS}
        name={cuisineName}
        {...control('cuisines')}
      />
      <Choices
        label={m.settings_diets()}
        hint={m.settings_diets_text()}
        keys={DIET_KEYS}
        name={(diet) => diets[diet]()}
        {...control('dietary_filters')}
      />
    </>
  )
}

/** The map, and the app that shows the way. */
export function MapSettings() {
  const control = useControl()
  return (
    <>
      <ChoiceGroup
        label={m.settings_map_style()}
        {...control('map_style')}
        options={[
          { value: 'standard', label: m.settings_map_standard() },
          { value: 'satellite', label: m.settings_map_satellite() },
        ]}
      />
      <ChoiceGroup
        label={m.settings_directions()}
        {...control('directions_pref')}
        options={[
          { value: 'google', label: 'Google Maps' },
          { value: 'apple', label: 'Apple Maps' },
          { value: 'waze', label: 'Waze' },
          { value: 'uber', label: 'Uber' },
        ]}
      />
    </>
  )
}

interface ChoicesProps<T extends string> {
  readonly label: string
  readonly hint: string
  readonly keys: readonly T[]
  readonly value: readonly string[]
  readonly name: (key: T) => string
  readonly onChange: (value: T[]) => void
}

/** A multiple choice. */
function Choices<T extends string>({ label, hint, keys, value: chosen, name, onChange }: ChoicesProps<T>) {
  const { language } = useSettings()
  const sorted = keys.toSorted((a, b) => name(a).localeCompare(name(b), language))
  const toggle = (key: T) =>
    onChange(keys.filter((other) => (other === key ? !chosen.includes(key) : chosen.includes(other))))
  return (
    <fieldset className="grid gap-2">
      <legend className="float-left text-sm font-semibold">{label}</legend>
      <p className="-mt-2 text-sm text-ink-soft">{hint}</p>
      <div className="flex flex-wrap gap-2">
        {sorted.map((key) => (
          <ChoiceChip
            key={key}
            label={name(key)}
            pressed={chosen.includes(key)}
            onToggle={() => toggle(key)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Whom new videos are for, and what others may do with them. */
export function PrivacySettings() {
  const control = useControl()
  return (
    <>
      <ChoiceGroup
        label={m.settings_visibility()}
        {...control('default_visibility')}
        options={[
          { value: 'private', label: m.visibility_private() },
          { value: 'unlisted', label: m.visibility_unlisted() },
          { value: 'public', label: m.visibility_public() },
        ]}
      />
      <ShareSwitches {...control('share_options')} />
    </>
  )
}

/** How the app looks. */
export function DisplaySettings() {
  const settings = useSettings()
  const { update } = useSettingsStore()
  const control = useControl()
  return (
    <>
      <ChoiceGroup
        label={m.settings_theme()}
        {...control('theme')}
        options={[
          { value: 'system', label: m.settings_theme_system() },
          { value: 'light', label: m.settings_theme_light() },
          { value: 'dark', label: m.settings_theme_dark() },
          { value: 'contrast', label: m.settings_theme_contrast() },
        ]}
      />
      <ChoiceGroup
        label={m.settings_language()}
        {...control('language')}
        options={[
          { value: 'es', label: m.settings_language_es() },
          { value: 'en', label: m.settings_language_en() },
        ]}
      />
      <ChoiceGroup
        label={m.settings_layout()}
        {...control('layout')}
        options={[
          { value: 'grid', label: m.settings_layout_grid() },
          { value: 'list', label: m.settings_layout_list() },
          { value: 'map', label: m.settings_layout_map() },
        ]}
      />
      <ChoiceGroup
        label={m.settings_density()}
        {...control('density')}
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
