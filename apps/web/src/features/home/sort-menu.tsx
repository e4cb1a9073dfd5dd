import type { Settings } from '@antojo/domain/settings'
import { m } from '@antojo/i18n/messages'
import { ListPlus } from 'lucide-react'
import { drawer } from '../../lib/view/drawer.ts'
import { useSession } from '../../lib/services.tsx'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { askLocation, type UserLocation } from '../../lib/device/user-location.ts'

type SortName = Settings['default_sort']

interface SortMenuProps {
  readonly where: UserLocation
  /** The number of videos; null while there are more on the server. */
  readonly count: number | null
}

/** The number of videos and the menu for their order. Without a location, the order by distance is newest first. */
export function SortMenu({ where, count }: SortMenuProps) {
  const store = useSettingsStore()
  const signedIn = useSession() !== null
  const { default_sort: chosen } = useSettings()
  const isDenied = where.kind === 'denied'
  const names: Readonly<Record<SortName, string>> = {
    distance: isDenied ? m.sort_distance_off() : m.sort_distance(),
    rating: m.sort_rating(),
    recent: m.sort_recent(),
    popular: m.sort_popular(),
  }
  const options = ['distance', 'rating', 'recent', 'popular'] as const
  return (
    <div className="mb-4 flex min-h-11 items-center justify-between gap-3">
      <p aria-live="polite" className="tabular text-sm font-medium whitespace-nowrap text-ink-soft">
        {count === null ? null : m.videos_count({ n: count })}
      </p>
      <div className="flex items-center gap-2">
        <span aria-hidden className="hidden text-sm font-medium text-ink-soft sm:inline">
          {m.sort_label()}
        </span>
        <Select
          label={m.sort_label()}
          hideLabel
          value={chosen === 'distance' && isDenied ? 'recent' : chosen}
          onChange={(next) => {
            store.update({ default_sort: next })
            if (next === 'distance' && isDenied) {
              toast.info(m.sort_no_location())
              askLocation()
            }
          }}
          options={options.map((option) => ({ value: option, label: names[option] }))}
          className="w-46"
        />
        {signedIn ? (
          <IconButton label={m.bulk_open()} onClick={() => drawer.open('bulk-add')}>
            <ListPlus aria-hidden />
          </IconButton>
        ) : null}
      </div>
    </div>
  )
}
