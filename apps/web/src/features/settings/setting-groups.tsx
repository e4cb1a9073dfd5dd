import { CUISINE_KEYS } from '@antojo/domain/cuisine-labels'
import { DIET_KEYS } from '@antojo/domain/diet-tags'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { m } from '@antojo/i18n/messages'
import { texts as diets } from '@antojo/i18n/messages/diet'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { ChoiceChip } from '../../ui/form/chip.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Slider } from '../../ui/form/slider.tsx'
import { cuisineName } from '../../entities/video/labels.ts'
import { Switch } from '../../ui/form/switch.tsx'

/** The slider's range (spec §5). The text shows a stored value outside it as it is. */
const RADIUS_KM = { min: 5, max: 50 } as const

/** The order of the collection, and how far "near" is. */
export function OrderSettings() {
  const settings = useSettings()
  const { update } = useSettingsStore()
  return (
    <>
      <Select
        label={m.settings_default_sort()}
        value={settings.default_sort}
        onChange={(default_sort) => update({ default_sort })}
        options={[
          { value: 'distance', label: m.sort_distance() },
          { value: 'rating', label: m.sort_rating() },
          { value: 'recent', label: m.sort_recent() },
          { value: 'popular', label: m.sort_popular() },
        ]}
      />
      <Slider
        label={m.settings_radius()}
        text={m.settings_radius_value({ km: settings.radius_km })}
        value={settings.radius_km}
        {...RADIUS_KM}
        onChange={(radius_km) => update({ radius_km })}
      />
    </>
  )
}

/** The videos that the collection shows. */
export function FilterSettings() {
  const settings = useSettings()
  const { update } = useSettingsStore()
  return (
    <>
      <Choices
        label={m.settings_platforms()}
        hint={m.settings_platforms_text()}
        keys={KNOWN_PLATFORMS}
        chosen={settings.platforms}
        name={(platform) => platform}
        onChange={(platforms) => update({ platforms })}
      />
      <Choices
        label={m.settings_cuisines()}
        hint={m.settings_cuisines_text()}
        keys={CUISINE_KEYS}
        chosen={settings.cuisines}
        name={cuisineName}
        onChange={(cuisines) => update({ cuisines })}
      />
      <Choices
        label={m.settings_diets()}
        hint={m.settings_diets_text()}
        keys={DIET_KEYS}
        chosen={settings.dietary_filters}
        name={(diet) => diets[diet]()}
        onChange={(dietary_filters) => update({ dietary_filters })}
      />
    </>
  )
}

/** The map, and the app that shows the way. */
export function MapSettings() {
  const settings = useSettings()
  const { update } = useSettingsStore()
  return (
    <>
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
    </>
  )
}

interface ChoicesProps<T extends string> {
  readonly label: string
  readonly hint: string
  readonly keys: readonly T[]
  readonly chosen: readonly string[]
  readonly name: (key: T) => string
  readonly onChange: (chosen: T[]) => void
}

/** A multiple choice. */
function Choices<T extends string>({ label, hint, keys, chosen, name, onChange }: ChoicesProps<T>) {
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
