import { m } from '@antojo/i18n/messages'
import { texts as names } from '@antojo/i18n/messages/find_step'
import { cx } from '../../lib/view/cx.ts'
import type { FinderStep, FinderSteps } from './finder-api.ts'

const ORDER: readonly FinderStep[] = ['oembed', 'probe', 'frames', 'ocr', 'search']

/** The finder's five steps (spec §2). */
export function FinderStepsBar({ steps }: { steps: FinderSteps }) {
  const running = ORDER.findLast((step) => steps[step] !== undefined) ?? 'oembed'
  const ended = ORDER.filter((step) => steps[step] !== undefined && steps[step] !== 'running').length
  return (
    <section aria-label={m.find_progress()} className="rounded-3xl bg-surface p-4 shadow-card md:p-6">
      <p aria-live="polite" className="mb-3 font-display text-lg font-bold">
        {names[running]()}
      </p>
      <progress className="sr-only" max={ORDER.length} value={ended} aria-label={m.find_progress()} />
      <ol className="grid grid-cols-5 gap-1.5">
        {ORDER.map((step) => (
          <li key={step} className="grid gap-1.5 text-center text-xs font-semibold text-ink-soft">
            <span
              aria-hidden
              className={cx(
                'h-2.5 rounded-full contrast:border contrast:border-line',
                steps[step] === undefined && 'bg-sunk',
                steps[step] === 'running' && 'animate-pulse bg-maiz',
                steps[step] === 'done' && 'bg-cilantro',
                steps[step] === 'skipped' && 'bg-line',
                steps[step] === 'failed' && 'bg-chile',
              )}
            />
            {names[step]()}
          </li>
        ))}
      </ol>
    </section>
  )
}
