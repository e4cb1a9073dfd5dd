import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Settings } from '@antojo/domain/settings'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'

/** A section that opens below its heading, and then comes into view: the last one would open below the edge. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details
      className="group border-t border-line"
      onToggle={({ currentTarget: fold }) => {
        if (fold.open) fold.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary className="flex min-h-13 list-none items-center justify-between text-lg">
        <h3>{title}</h3>
        <ChevronDown aria-hidden className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-1 pb-5">{children}</div>
    </details>
  )
}

/** The section that shows each setting. A setting that is missing here does not compile. */
const SECTIONS = {
  theme: 'display',
  language: 'display',
  layout: 'display',
  density: 'display',
  each_video: 'display',
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

/** The settings of a section, which reads and changes no others, and the change of them. */
export function useOwnSettings<Section extends (typeof SECTIONS)[keyof Settings]>(): {
  readonly settings: Pick<Settings, SettingOf<Section>>
  readonly update: (change: Partial<Pick<Settings, SettingOf<Section>>>) => void
} {
  return { settings: useSettings(), update: useSettingsStore().update }
}
