import type { UserHints } from '@antojo/contract/ai'
import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { ImageUp, Lightbulb, PencilLine, ScrollText, type LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { Button } from '../../ui/button.tsx'
import { useDeleteVideo } from '../../entities/video/use-delete-video.ts'
import type { Video } from '../../entities/video/video.ts'
import type { AddVideo } from './api.ts'
import { NameWay, OwnPlaces, TextWay, useCapture } from './help-ways.tsx'
import { captionTip, type Question } from './question.ts'
import { Problem } from '../../ui/problem.tsx'

interface HelpBoxProps {
  readonly adding: AddVideo
  readonly question: Question
  readonly near: Point | null
  /** Opens the pending choice; absent when there is none. */
  readonly onChoose?: () => void
  readonly onLater: () => void
}

/**
 * The box for every link whose place is not known: what happened, where the link is kept, and three ways to go on. Each
 * leads to the same analysis.
 */
export function HelpBox({ adding, question, near, onChoose, onLater }: HelpBoxProps) {
  const id = useId()
  const busy = adding.adding
  const { video } = question
  const remove = useDeleteVideo()
  // The video shows no restaurant; the notice offers to undo it.
  const discard = () => {
    if (video) remove(video)
    adding.done()
  }
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // After a press on a button that is gone, the keyboard would start at the top of the page.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 ref={heading} id={id} tabIndex={-1} className="flex items-center gap-2 text-lg">
        <Lightbulb aria-hidden className="size-5 shrink-0" />
        {question.title}
      </h2>
      <WhatHappened question={question} />
      {video ? (
        <>
          <OwnPlaces video={video} adding={adding} />
          <Ways {...{ video, question, adding, near }} />
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {onChoose ? (
          <Button variant="primary" disabled={busy} onClick={onChoose}>
            {m.help_choose()}
          </Button>
        ) : null}
        <Button busy={busy} onClick={() => void adding.retry(question)}>
          {m.retry()}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onLater}>
          {video ? m.help_later() : m.oembed_dismiss()}
        </Button>
        {video ? (
          <Button variant="quiet" disabled={busy} onClick={discard}>
            {m.help_no_place()}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

type WaysProps = Pick<HelpBoxProps, 'adding' | 'question' | 'near'> & { readonly video: Video }

/** The three ways, and the fields of the one that is open. */
function Ways({ adding, question, near, video }: WaysProps) {
  const [way, setWay] = useState<'text' | 'name' | null>(null)
  const send = (hints: UserHints) => adding.retry(question, hints)
  const capture = useCapture((seen) => void send({ seen }))
  const busy = adding.adding || capture.reading
  const button = (name: 'text' | 'name', Icon: LucideIcon, label: string) => (
    <WayButton
      Icon={Icon}
      label={label}
      on={way === name}
      disabled={busy}
      onPress={() => setWay(way === name ? null : name)}
    />
  )
  return (
    <>
      <fieldset aria-label={m.help_ways()} className="grid grid-cols-3 gap-2">
        {button('text', ScrollText, m.help_text())}
        <WayButton
          Icon={ImageUp}
          label={capture.reading ? m.help_reading() : m.help_capture()}
          disabled={busy}
          onPress={capture.choose}
        />
        {button('name', PencilLine, m.help_name())}
      </fieldset>
      {capture.field}
      <Problem text={capture.problem} />
      <p className="max-w-prose text-sm">{captionTip(question.url)}</p>
      {way === 'text' ? (
        <TextWay videoId={video.id} busy={busy} onSend={(caption) => send({ caption })} />
      ) : null}
      {way === 'name' ? (
        <NameWay video={video} near={near} adding={adding} question={question} onSend={send} />
      ) : null}
    </>
  )
}

/** Announced when it changes: after a try, the same box says how that ended. */
function WhatHappened({ question }: { question: Question }) {
  const { message, problem, technical, video, isQueued } = question
  return (
    <>
      <output className="grid max-w-prose gap-1.5">
        <span>{message}</span>
        {video ? <span className="text-sm text-ink-soft">{m.help_kept()}</span> : null}
        {isQueued ? <span className="text-sm text-ink-soft">{m.help_kept_device()}</span> : null}
        {video ? null : <span className="text-sm break-all">{question.url}</span>}
      </output>
      <Problem text={problem} />
      {technical === null ? null : (
        <details className="text-sm">
          <summary className="min-h-8 content-center font-semibold touch:min-h-11">
            {m.oembed_debug()}
          </summary>
          <p className="flex flex-wrap gap-x-4">
            <span>{m.oembed_platform({ platform: technical.platform })}</span>
            <span>{m.oembed_status({ status: String(technical.status ?? 424) })}</span>
          </p>
          <pre className="mt-1 overflow-x-auto rounded-xl bg-surface p-3 text-xs whitespace-pre-wrap">
            {JSON.stringify(technical.body, null, 2)}
          </pre>
        </details>
      )}
    </>
  )
}

interface WayButtonProps {
  readonly Icon: LucideIcon
  readonly label: string
  /** Whether its fields are open; absent for a way without fields. */
  readonly on?: boolean
  readonly disabled: boolean
  readonly onPress: () => void
}

function WayButton({ Icon, label, on, disabled, onPress }: WayButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-expanded={on}
      onClick={onPress}
      className={cx(
        'grid min-h-22 content-center justify-items-center gap-1.5 rounded-2xl border px-1.5 py-2.5 text-sm leading-tight font-semibold text-balance disabled:text-ink-soft',
        on === true
          ? 'border-talavera bg-talavera-soft text-talavera-text'
          : 'border-line-strong bg-surface hover:bg-sunk',
      )}
    >
      <Icon aria-hidden className="size-6" />
      {label}
    </button>
  )
}
