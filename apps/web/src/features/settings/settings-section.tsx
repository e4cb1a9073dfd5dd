import type { ReactNode } from 'react'
import type { Settings } from '@antojo/domain/settings'

/** A heading with the preferences below it. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line py-5 first:border-0 first:pt-2">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}

/** The section that shows each setting. A setting that is missing here does not compile. */
const SECTIONS = {
  theme: 'display',
  language: 'display',
  layout: 'display',
  density: 'display',
  reduce_motion: 'display',
  default_sort: 'content',
  radius_km: 'content',
  platforms: 'content',
  cuisines: 'content',
  dietary_filters: 'content',
  map_style: 'map',
  directions_pref: 'map',
  default_visibility: 'privacy',
  share_options: 'privacy',
} as const satisfies Readonly<Record<keyof Settings, string>>

type SettingOf<Section> = {
  [Name in keyof Settings]: (typeof SECTIONS)[Name] extends Section ? Name : never
}[keyof Settings]

/** A section reads and changes its own settings only. */
export interface SectionProps<Section extends (typeof SECTIONS)[keyof Settings]> {
  readonly settings: Pick<Settings, SettingOf<Section>>
  readonly update: (change: Partial<Pick<Settings, SettingOf<Section>>>) => void
}
