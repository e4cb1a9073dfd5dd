import { CUISINE_FILTERS } from '@antojo/domain/cuisine-labels'
import { distanceLabel } from '@antojo/domain/distance'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { PRICE_RANGES } from '@antojo/domain/price'
import { m } from '@antojo/i18n/messages'
import { useEffect, type ReactNode } from 'react'
import { askNear } from '../../components/tonight.tsx'
import { NO_SEARCH, type UrlSearch } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { intlLocale } from '../../lib/view/locale.ts'
import { ChoiceChip, RemovableChip } from '../../ui/form/chip.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { cuisineName } from '../../entities/video/labels.ts'
import { chosenCuisines, queryOf } from '../../entities/video/query.ts'
import { useMapSpots } from '../map/api.ts'
import type { HomeSearch } from './use-home-search.ts'

interface FiltersProps {
  readonly id: string
  /** Whether the fields are shown; the active filters always are. */
  readonly isOpen: boolean
  readonly search: HomeSearch
}

/** The filters, and those that are active. */
export function Filters({ id, isOpen, search }: FiltersProps) {
  useEffect(() => {
    if (!isOpen) return undefined
    // Escape folds the fields, unless a layer above them is open; the focus goes to what opened them.
    const fold = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
      event.stopPropagation()
      const opener = document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)
      opener?.click()
      opener?.focus()
    }
    document.addEventListener('keydown', fold)
    return () => document.removeEventListener('keydown', fold)
  }, [id, isOpen])
  return (
    <div className="@container">
      {isOpen ? <Fields id={id} search={search} /> : null}
      {search.active ? <ActiveFilters search={search} /> : null}
    </div>
  )
}

function Fields({ search, id }: { search: HomeSearch; id: string }) {
  const { applied, change, place, setPlace } = search
  const cuisines = useCuisineChoices(applied.cuisine)
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
        options={[{ value: 'all', label: m.filter_all_cuisines() }, ...cuisines]}
      />
      <TextField
        label={m.filter_location()}
        placeholder={m.filter_location_hint()}
        value={place}
        maxLength={200}
        onChange={(event) => setPlace(event.target.value)}
      />
      <Choices label={m.filter_price()}>
        {PRICE_RANGES.map((price) => {
          const sign = String(price.length)
          const pressed = applied.price.includes(sign)
          const without = applied.price.replaceAll(sign, '')
          return (
            <ChoiceChip
              key={price}
              label={price}
              pressed={pressed}
              onToggle={() => change({ price: pressed ? without : without + sign })}
            />
          )
        })}
        <p className="w-full text-sm text-ink-soft">{m.filter_price_hint()}</p>
      </Choices>
      <Distances search={search} />
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

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2 @xl:col-span-3">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {children}
    </fieldset>
  )
}

/** How far a place may be. A press asks for the location. */
function Distances({ search: { applied, change } }: { search: HomeSearch }) {
  return (
    <Choices label={m.filter_distance()}>
      {['0.5', '1', '2', '5'].map((km) => (
        <ChoiceChip
          key={km}
          label={distanceLabel(Number(km), intlLocale())}
          pressed={applied.km === km}
          onToggle={() => {
            if (applied.km !== km) askNear()
            change({ km: applied.km === km ? '' : km })
          }}
        />
      ))}
    </Choices>
  )
}

/**
 * The choices of spec §5 that the collection has, then its other cuisines, the most common first, each with its number of
 * places; for a guest, whose collection is not known, those of spec §5.
 */
function useCuisineChoices(chosen: string) {
  const userId = useSession()?.user.id ?? null
  const { spots } = useMapSpots(queryOf(useSettings(), userId, NO_SEARCH))
  const counts = new Map<string, number>()
  for (const cuisine of spots.flatMap(({ cuisines }) => cuisines))
    counts.set(cuisine, (counts.get(cuisine) ?? 0) + 1)
  const spec = Object.entries(CUISINE_FILTERS).map(([value, keys]) => {
    const has = (cuisine: string) => keys.some((key) => key === cuisine)
    return { value, n: spots.filter(({ cuisines }) => cuisines.some(has)).length }
  })
  const ofSpec = new Set<string>(Object.values(CUISINE_FILTERS).flat())
  const others = [...counts]
    .filter(([cuisine]) => !ofSpec.has(cuisine) && chosenCuisines(cuisine).length > 0)
    .toSorted(([, some], [, more]) => more - some)
    .map(([value, n]) => ({ value, n }))
  const choices = [
    ...spec.filter(({ value, n }) => n > 0 || counts.size === 0 || value === chosen),
    ...others,
  ]
  const isMissing = chosenCuisines(chosen).length > 0 && !choices.some(({ value }) => value === chosen)
  return [...choices, ...(isMissing ? [{ value: chosen, n: 0 }] : [])].map(({ value, n }) => ({
    value,
    label: n > 0 ? `${filterName(value)} (${n})` : filterName(value),
  }))
}

function filterName(cuisine: string): string {
  return cuisineName(chosenCuisines(cuisine)[0] ?? cuisine)
}

/** The active filters: the part of the search, its name, and how it is removed. */
export function activeFilters({ applied, change, setDraft, setPlace }: HomeSearch) {
  const names: Readonly<Record<keyof UrlSearch, string>> = {
    q: applied.q && m.filter_text({ text: applied.q }),
    platform: applied.platform === 'all' ? '' : applied.platform,
    cuisine: applied.cuisine === 'all' ? '' : filterName(applied.cuisine),
    loc: applied.loc,
    price: PRICE_RANGES.filter(({ length }) => applied.price.includes(String(length))).join(', '),
    km: applied.km && m.filter_within({ km: distanceLabel(Number(applied.km), intlLocale()) }),
    open: applied.open ? m.filter_open() : '',
  }
  const keys = ['q', 'platform', 'cuisine', 'loc', 'price', 'km', 'open'] as const
  return keys
    .filter((key) => names[key] !== '')
    .map((key) => ({
      key,
      label: names[key],
      remove: () => {
        if (key === 'q') setDraft('')
        if (key === 'loc') setPlace('')
        change({ [key]: NO_SEARCH[key] })
      },
    }))
}

/** The active filters, which can be removed one by one or all at once. */
function ActiveFilters({ search }: { search: HomeSearch }) {
  const chips = activeFilters(search)
  // Alone, the pressed chips above the collection say it, and nothing moves under the finger.
  if (chips.every(({ key }) => key === 'open' || key === 'km')) return null
  return (
    <fieldset aria-label={m.filter_active()} className="flex flex-wrap items-center gap-2 px-2 py-1.5">
      {chips.map(({ key, label, remove }) => (
        <RemovableChip key={key} label={label} onRemove={remove} />
      ))}
      <button
        type="button"
        onClick={search.reset}
        className="min-h-9 rounded-full px-3 text-sm font-semibold text-chile-text underline underline-offset-2 hover:bg-sunk touch:min-h-11"
      >
        {m.filter_reset()}
      </button>
    </fieldset>
  )
}
