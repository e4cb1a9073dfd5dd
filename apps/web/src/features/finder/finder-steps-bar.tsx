import { m } from '@antojo/i18n/messages'
import { texts as names } from '@antojo/i18n/messages/find_step'
import { cx } from '../../lib/view/cx.ts'
import type { FinderSteps } from './finder-api.ts'
import { FINDER_ORDER } from './finder-input.ts'

/** The finder's five steps (spec §2). */
export function FinderStepsBar({ steps }: { steps: FinderSteps }) {
  const running = FINDER_ORDER.findLast((step) => steps[step] !== undefined) ?? 'oembed'
  const ended = FINDER_ORDER.filter((step) => steps[step] !== undefined && steps[step] !== 'running').length
  return (
    <section aria-label={m.find_progress()} className="rounded-3xl bg-surface p-4 shadow-card md:p-6">
      <p aria-live="polite" className="mb-3 font-display text-lg font-bold">
        {names[running]()}
      </p>
      <progress className="sr-only" max={FINDER_ORDER.length} value={ended} aria-label={m.find_progress()} />
      <ol className="grid grid-cols-5 gap-1.5">
        {FINDER_ORDER.map((step) => (
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
