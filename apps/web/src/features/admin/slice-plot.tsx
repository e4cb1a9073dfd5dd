import type { AdminSlice } from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'
import { dateText } from '../../lib/view/locale.ts'
import { cx } from '../../lib/view/cx.ts'
import { OUTCOMES, outcomeName, type Outcome } from './outcomes.ts'

const WIDTH = 480
const HEIGHT = 120
const GAP = 4

const HOUR_FORMAT: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
const daysForm: Intl.DateTimeFormatOptions = { ...HOUR_FORMAT, weekday: 'short' }

const TINTS: Readonly<Record<Outcome, string>> = {
  accepted: 'text-cilantro',
  asked: 'text-maiz',
  weak: 'text-line-strong',
  unread: 'text-chile',
}

/** Analyses over the time window as one stacked bar per slice, with the same figures as text for screen readers. */
export function SlicePlot({ slices, hours }: { slices: readonly AdminSlice[]; hours: number }) {
  const most = Math.max(1, ...slices.map(total))
  const step = WIDTH / Math.max(1, slices.length)
  const time = (at: string) => dateText(at, hours > 24 ? daysForm : HOUR_FORMAT)
  const first = slices.at(0)
  return (
    <figure className="rounded-3xl bg-surface p-5 shadow-card">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg">{m.admin_over_time()}</h2>
        <ul className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          {OUTCOMES.map((outcome) => (
            <li key={outcome} className="flex items-center gap-1.5">
              <span aria-hidden className={cx('size-2.5 rounded-full bg-current', TINTS[outcome])} />
              {outcomeName(outcome)}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-40 w-full">
        {slices.map((slice, index) => (
          <Bar key={slice.at} slice={slice} x={index * step} width={step - GAP} scale={HEIGHT / most} />
        ))}
      </svg>
      <p className="tabular mt-1 flex justify-between text-xs text-ink-soft">
        <span>{first ? time(first.at) : ''}</span>
        <span>{m.admin_peak({ n: most })}</span>
        <span>{m.admin_now()}</span>
      </p>
      <ol className="sr-only">
        {slices
          .filter((slice) => total(slice) > 0)
          .map((slice) => (
            <li key={slice.at}>
              {time(slice.at)}
              {': '}
              {OUTCOMES.map((outcome) => `${outcomeName(outcome)} ${slice[outcome]}`).join(', ')}
            </li>
          ))}
      </ol>
    </figure>
  )
}

interface BarProps {
  readonly slice: AdminSlice
  readonly x: number
  readonly width: number
  readonly scale: number
}

function Bar({ slice, x, width: barWidth, scale }: BarProps) {
  return OUTCOMES.map((outcome, index) => {
    const below = OUTCOMES.slice(0, index + 1).reduce((sum, other) => sum + slice[other], 0)
    return (
      <rect
        key={outcome}
        x={x}
        y={HEIGHT - below * scale}
        width={barWidth}
        height={slice[outcome] * scale}
        className={cx('fill-current', TINTS[outcome])}
      />
    )
  })
}

function total(slice: AdminSlice): number {
  return OUTCOMES.reduce((sum, outcome) => sum + slice[outcome], 0)
}
