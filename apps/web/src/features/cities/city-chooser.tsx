import type { AreasResponse, FoundCity, KnownArea } from '@antojo/contract/places'
import { m } from '@antojo/i18n/messages'
import { texts as reasons } from '@antojo/i18n/messages/cities_for'
import { MapPin, Check, CircleAlert, Clock, LoaderCircle, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { errorMessage } from '../../lib/api/rest.ts'
import { dateText, intlLocale, numberText } from '../../lib/view/locale.ts'
import { useDebounced } from '../../lib/view/use-debounced.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { useAreaChanges, useAreas, useCitySearch } from './cities-api.ts'
import { percentText } from '../../lib/view/format.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Progress } from '../../ui/progress.tsx'

const AreasMap = lateComponent(() => import('../map/areas-map.tsx'), 'AreasMap')

const SEARCH_DELAY_MS = 250
const MAX_LENGTH = 100

/** How much the index knows, a search for cities to add, and the cities that were added, each with its progress. */
export function CityChooser() {
  const { data, error } = useAreas()
  if (error) return <p role="alert">{m.cities_unread({ reason: errorMessage(error) })}</p>
  if (data === undefined) return null
  return (
    <div className="grid w-full gap-5">
      <p className="text-lg text-ink-soft">{m.cities_text({ n: numberText(data.places) })}</p>
      {data.mayAdd ? <CitySearch /> : <p>{m.cities_only_admin()}</p>}
      <BucketRest rest={data.bucketRest} />
      <AreaList areas={data.areas} mayRemove={data.mayRemove} />
    </div>
  )
}

function CitySearch() {
  const [typed, setTyped] = useState('')
  const settled = useDebounced(typed, SEARCH_DELAY_MS)
  const { data } = useCitySearch(settled)
  const { add } = useAreaChanges()
  const cities = typed.trim() === '' ? null : data?.cities
  const choose = (city: FoundCity) => {
    setTyped('')
    add.mutate(city)
  }
  return (
    <search className="grid gap-3">
      <TextField
        type="search"
        label={m.cities_search()}
        value={typed}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {cities?.length === 0 ? <output className="text-ink-soft">{m.cities_none()}</output> : null}
      {cities && cities.length > 0 ? <Found cities={cities} busy={add.isPending} onAdd={choose} /> : null}
    </search>
  )
}

interface FoundProps {
  readonly cities: readonly FoundCity[]
  readonly busy: boolean
  readonly onAdd: (city: FoundCity) => void
}

function Found({ cities, busy, onAdd }: FoundProps) {
  const countries = new Intl.DisplayNames(intlLocale(), { type: 'region', fallback: 'code' })
  return (
    <ul aria-label={m.cities_results()} className="grid gap-2">
      {cities.map((city) => (
        <li
          key={`${city.name} ${city.lat} ${city.lng}`}
          className="flex items-center gap-3 rounded-2xl bg-surface p-3 pl-4 shadow-card"
        >
          <MapPin aria-hidden className="size-5 shrink-0 text-talavera-text" />
          <div className="min-w-0 grow">
            <p className="font-semibold">{city.name}</p>
            <p className="text-sm text-ink-soft">
              {[city.region, countries.of(city.country)].filter(Boolean).join(', ')}
            </p>
          </div>
          <Button size="sm" variant="tonal" disabled={busy} onClick={() => onAdd(city)}>
            {m.cities_add()}
            <span className="sr-only">{city.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function BucketRest({ rest }: { rest: AreasResponse['bucketRest'] }) {
  if (rest === null) return null
  return (
    <output className="block rounded-2xl bg-maiz-soft p-4">
      {m.cities_bucket_rest({ reason: rest.reason, time: dateText(rest.until, { timeStyle: 'short' }) })}
    </output>
  )
}

interface AreaListProps {
  readonly areas: readonly KnownArea[]
  readonly mayRemove: boolean
}

/** The cities that were fetched or are to be fetched. */
function AreaList({ areas, mayRemove }: AreaListProps) {
  const { remove, update } = useAreaChanges()
  if (areas.length === 0) return null
  const forget = async (area: KnownArea) => {
    const question = m.cities_remove_question({ name: area.name })
    const isSure =
      area.state !== 'done' ||
      (await confirm({ title: question, text: m.cities_remove_text(), agree: m.cities_remove_agree() }))
    if (isSure) remove.mutate(area)
  }
  return (
    <section aria-label={m.cities_known()} className="grid gap-2">
      <h2 className="text-xl">{m.cities_known()}</h2>
      <AreasMap
        areas={areas.map((area) => ({ ...area, text: area.state === 'done' ? stateText(area) : '' }))}
        onChoose={(id) => document.getElementById(rowId(id))?.scrollIntoView({ block: 'center' })}
      />
      <ul className="grid gap-2">
        {areas.map((area) => (
          <AreaRow
            key={area.id}
            area={area}
            {...(mayRemove && { onRemove: () => void forget(area), onUpdate: () => update.mutate(area) })}
          />
        ))}
      </ul>
    </section>
  )
}

const ICONS = { waiting: Clock, running: LoaderCircle, done: Check, failed: CircleAlert } as const

interface AreaRowProps {
  readonly area: KnownArea
  readonly onRemove?: () => void
  readonly onUpdate?: () => void
}

function AreaRow({ area, onRemove, onUpdate }: AreaRowProps) {
  const { name, state, bytes, ofBytes, wantedFor, isUpdating } = area
  const isWorking = state === 'running' || isUpdating
  const Icon = isUpdating ? LoaderCircle : ICONS[state]
  const label = state === 'done' ? m.cities_remove({ name }) : m.cities_cancel({ name })
  return (
    <li
      id={rowId(area.id)}
      className="flex min-h-16 items-center gap-3 rounded-2xl bg-surface p-3 pl-4 shadow-card"
    >
      <Icon aria-hidden className={isWorking ? 'size-5 shrink-0 animate-spin' : 'size-5 shrink-0'} />
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">
          {[stateText(area), area.release, wantedFor && reasons[wantedFor]()].filter(Boolean).join(' · ')}
        </p>
        {isWorking ? <Progress label={name} value={percentOf(bytes, ofBytes)} /> : null}
      </div>
      {onUpdate && state === 'done' ? (
        <IconButton label={m.cities_update({ name })} disabled={isUpdating} onClick={onUpdate}>
          <RefreshCw aria-hidden />
        </IconButton>
      ) : null}
      {onRemove ? (
        <IconButton label={label} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

const rowId = (id: string): string => `area-${id}`

function stateText({ state, reason, places, bytes, ofBytes, isUpdating }: KnownArea): string {
  if (isUpdating) return m.cities_updating({ percent: percentText(percentOf(bytes, ofBytes) / 100) })
  if (state === 'waiting') return m.cities_waiting()
  if (state === 'failed') return failureText(reason)
  if (state === 'done')
    return reason === null
      ? m.cities_done({ n: numberText(places) })
      : m.cities_not_updated({ n: numberText(places), why: failureText(reason) })
  return m.cities_running({ percent: percentText(percentOf(bytes, ofBytes) / 100) })
}

const OF_THE_SOURCE = [
  'not_found',
  'unreachable',
  'private_address',
  'no_ranges',
  'wrong_content',
  'changed',
  'timeout',
]

function failureText(reason: string | null): string {
  if (reason === 'too_large') return m.cities_failed_large()
  if (reason === 'disk_full') return m.cities_failed_disk()
  return OF_THE_SOURCE.includes(reason ?? '') ? m.cities_failed_source() : m.cities_failed()
}

function percentOf(bytes: number, ofBytes: number): number {
  return ofBytes === 0 ? 0 : (100 * bytes) / ofBytes
}
