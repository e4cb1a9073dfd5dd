import { CUISINE_FILTERS } from '@antojo/domain/cuisine-labels'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { m } from '@antojo/i18n/messages'
import type { UrlSearch } from '../../lib/navigation/navigation.ts'
import { ChoiceChip, RemovableChip } from '../../ui/form/chip.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { cuisineName } from '../../entities/video/labels.ts'
import { chosenCuisines } from '../../entities/video/query.ts'
import type { HomeSearch } from './use-home-search.ts'

interface FiltersProps {
  readonly id: string
  /** Whether the fields are shown; the active filters always are. */
  readonly isOpen: boolean
  readonly search: HomeSearch
}

/** The three filters of spec §2, and those that are active. */
export function Filters({ id, isOpen, search }: FiltersProps) {
  return (
    <div className="@container">
      {isOpen ? <Fields id={id} search={search} /> : null}
      {search.active ? <ActiveFilters search={search} /> : null}
    </div>
  )
}

function Fields({ search, id }: { search: HomeSearch; id: string }) {
  const { applied, change, place, setPlace } = search
  return (
    <div id={id} className="grid animate-rise gap-3 p-3 @xl:grid-cols-3">
      <Select
        label={m.filter_platform()}
        value={applied.platform}
        onChange={(platform) => change({ platform })}
        options={[
          { value: 'all', label: m.filter_all_platforms() },
          ...KNOWN_PLATFORMS.map((platform) => ({ value: platform as string, label: platform })),
        ]}
      />
      <Select
        label={m.filter_cuisine()}
        value={applied.cuisine}
        onChange={(cuisine) => change({ cuisine })}
        options={[
          { value: 'all', label: m.filter_all_cuisines() },
          ...cuisineChoices(applied.cuisine).map((value) => ({ value, label: filterName(value) })),
        ]}
      />
      <TextField
        label={m.filter_location()}
        placeholder={m.filter_location_hint()}
        value={place}
        maxLength={200}
        onChange={(event) => setPlace(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 @xl:col-span-3">
        <ChoiceChip
          label={m.filter_open()}
          pressed={applied.open}
          onToggle={() => change({ open: !applied.open })}
        />
        <p className="text-sm text-ink-soft">{m.filter_open_hint()}</p>
      </div>
    </div>
  )
}

/** The choices of spec §5, and the one that a quick filter of the map made. */
function cuisineChoices(chosen: string): readonly string[] {
  const isKnown = chosenCuisines(chosen).length > 0
  return [...new Set([...Object.keys(CUISINE_FILTERS), ...(isKnown ? [chosen] : [])])]
}

function filterName(cuisine: string): string {
  return cuisineName(chosenCuisines(cuisine)[0] ?? cuisine)
}

/** The active filters, which can be removed one by one or all at once. */
function ActiveFilters({ search }: { search: HomeSearch }) {
  const { applied, change, reset, setDraft, setPlace } = search
  const chips: readonly (readonly [keyof UrlSearch, string, () => void])[] = [
    [
      'q',
      applied.q === '' ? '' : m.filter_text({ text: applied.q }),
      () => (setDraft(''), change({ q: '' })),
    ],
    ['platform', applied.platform === 'all' ? '' : applied.platform, () => change({ platform: 'all' })],
    [
      'cuisine',
      applied.cuisine === 'all' ? '' : filterName(applied.cuisine),
      () => change({ cuisine: 'all' }),
    ],
    ['loc', applied.loc, () => (setPlace(''), change({ loc: '' }))],
    ['open', applied.open ? m.filter_open() : '', () => change({ open: false })],
  ]
  // Alone, the pressed chip above the collection says it, and nothing moves under the finger.
  if (chips.every(([key, label]) => key === 'open' || label === '')) return null
  return (
    <fieldset aria-label={m.filter_active()} className="flex flex-wrap items-center gap-2 px-2 py-1.5">
      {chips.map(([key, label, remove]) =>
        label === '' ? null : <RemovableChip key={key} label={label} onRemove={remove} />,
      )}
      <button
        type="button"
        onClick={reset}
        className="min-h-9 rounded-full px-3 text-sm font-semibold text-chile-text underline underline-offset-2 hover:bg-sunk touch:min-h-11"
      >
        {m.filter_reset()}
      </button>
    </fieldset>
  )
}
