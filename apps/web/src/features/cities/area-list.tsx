import type { KnownArea } from '@antojo/contract/places'
import { m } from '@antojo/i18n/messages'
import { texts as reasons } from '@antojo/i18n/messages/cities_for'
import { Check, CircleAlert, Clock, LoaderCircle, X } from 'lucide-react'
import { numberText } from '../../lib/view/locale.ts'
import { percentText } from '../../lib/view/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Progress } from '../../ui/progress.tsx'
import { useAreaChanges } from './cities-api.ts'

interface AreaListProps {
  readonly areas: readonly KnownArea[]
  readonly mayRemove: boolean
}

/** The cities that were fetched or are to be fetched. */
export function AreaList({ areas, mayRemove }: AreaListProps) {
  const { remove } = useAreaChanges()
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
      <ul className="grid gap-2">
        {areas.map((area) => (
          <AreaRow key={area.id} area={area} {...(mayRemove && { onRemove: () => void forget(area) })} />
        ))}
      </ul>
    </section>
  )
}

const ICONS = { waiting: Clock, running: LoaderCircle, done: Check, failed: CircleAlert } as const

function AreaRow({ area, onRemove }: { area: KnownArea; onRemove?: () => void }) {
  const { name, state, bytes, ofBytes, wantedFor } = area
  const text = useStateText(area)
  const Icon = ICONS[state]
  const label = state === 'done' ? m.cities_remove({ name }) : m.cities_cancel({ name })
  return (
    <li className="flex min-h-16 items-center gap-3 rounded-2xl bg-surface p-3 pl-4 shadow-card">
      <Icon
        aria-hidden
        className={state === 'running' ? 'size-5 shrink-0 animate-spin' : 'size-5 shrink-0'}
      />
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">
          {text}
          {wantedFor === null ? null : ` · ${reasons[wantedFor]()}`}
        </p>
        {state === 'running' ? <Progress label={name} value={percentOf(bytes, ofBytes)} /> : null}
      </div>
      {onRemove ? (
        <IconButton label={label} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

function useStateText({ state, reason, places, bytes, ofBytes }: KnownArea): string {
  if (state === 'waiting') return m.cities_waiting()
  if (state === 'failed') return failureText(reason)
  if (state === 'done') return m.cities_done({ n: numberText(places) })
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
