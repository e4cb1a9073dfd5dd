import { m } from '@antojo/i18n/messages'
import { useEffect, useRef, useState } from 'react'
import { texts as names } from '@antojo/i18n/messages/find_step'
import { Page } from '../../components/page.tsx'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { Button } from '../../ui/button.tsx'
import type { FinderAnswer, FinderSteps } from './finder-api.ts'
import { FinderForm } from './finder-form.tsx'
import { useFinder } from './use-finder.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { Problem } from '../../ui/problem.tsx'
import { CONFIDENCE } from '../../entities/pipeline/confidence.ts'
import { cx } from '../../lib/view/cx.ts'
import { FINDER_ORDER } from './finder-input.ts'

const FinderResults = lateComponent(() => import('./finder-results.tsx'), 'FinderResults')

/** 'Find Restaurant from Reel' (spec §2): takes a link and hints, shows up to three places, and saves the one that the person picks. */
export function FinderPage() {
  const [moreDetails, setMoreDetails] = useState(false)
  const caption = useRef<HTMLTextAreaElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const { form, state, reset } = useFinder(() => setMoreDetails(false))
  useEffect(() => {
    // On a phone the form fills the screen, so the result would appear out of sight.
    if (state.kind !== 'idle') outcome.current?.scrollIntoView({ block: 'start' })
  }, [state.kind])

  const clear = () => {
    setMoreDetails(false)
    reset()
  }
  return (
    <Page title={m.page_find()} width="page">
      <div className="grid gap-5 pt-4">
        <FinderForm
          form={form}
          caption={caption}
          isAnswered={state.kind === 'done' && isAnswer(state.outcome)}
          wantsHints={moreDetails}
          onReset={clear}
        />
        <div
          ref={outcome}
          className="grid scroll-mt-20 content-start gap-5 empty:hidden max-md:min-h-[calc(100dvh-9rem)]"
        >
          {state.kind === 'loading' ? <FinderStepsBar steps={state.steps} /> : null}
          <Problem text={moreDetails ? m.find_more_details_text() : null} />
          {state.kind === 'done' ? (
            <Outcome
              outcome={state.outcome}
              link={form.values.url.trim()}
              onMoreDetails={() => {
                setMoreDetails(true)
                caption.current?.focus()
              }}
            />
          ) : null}
        </div>
        <Attribution />
      </div>
    </Page>
  )
}

interface OutcomeProps {
  readonly outcome: FinderAnswer
  readonly link: string
  readonly onMoreDetails: () => void
}

function Outcome({ outcome, link, onMoreDetails }: OutcomeProps) {
  return (
    <>
      {outcome.kind === 'found' ? (
        <FinderResults results={outcome.results} link={link} />
      ) : outcome.possible.length > 0 ? (
        <section className="grid gap-3">
          <h2 className="text-2xl">
            {outcome.possible.length === 1 ? m.find_possible_one() : m.find_possible()}
          </h2>
          <p className="max-w-prose text-ink-soft">{m.find_possible_text()}</p>
          <FinderResults results={outcome.possible} link={link} isQuestion />
        </section>
      ) : (
        <section role="alert" className="grid justify-items-center gap-2 py-8 text-center">
          <h2 className="text-2xl">{m.find_none()}</h2>
          <p className="max-w-prose text-ink-soft">{m.find_none_text()}</p>
        </section>
      )}
      {outcome.framesBlocked && !isSure(outcome) ? <FramesBlocked onMoreDetails={onMoreDetails} /> : null}
    </>
  )
}

function isAnswer(outcome: FinderAnswer): boolean {
  return outcome.kind === 'found' || outcome.possible.length > 0
}

/** Beside a sure answer, a warning about the pictures would only raise doubts. */
function isSure(outcome: FinderAnswer): boolean {
  return outcome.kind === 'found' && (outcome.results[0]?.confidence ?? 0) >= CONFIDENCE.high
}

function FramesBlocked({ onMoreDetails }: { onMoreDetails: () => void }) {
  return (
    <section className="grid justify-items-start gap-2 rounded-3xl bg-maiz-soft p-4 md:p-5">
      <h2 className="text-lg">{m.find_blocked()}</h2>
      <p>{m.find_blocked_text()}</p>
      <Button onClick={onMoreDetails}>{m.find_more_details()}</Button>
    </section>
  )
}

/** Credits for the place data (spec §1). */
function Attribution() {
  const config = useBootConfig()
  const credits = config?.placesProvider === 'google' ? ['Google Maps'] : (config?.attributions ?? [])
  return credits.length === 0 ? null : (
    <p className="text-sm text-ink-soft">{m.find_attribution({ credits: credits.join(', ') })}</p>
  )
}

/** The finder's five steps (spec §2). */
function FinderStepsBar({ steps }: { steps: FinderSteps }) {
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
