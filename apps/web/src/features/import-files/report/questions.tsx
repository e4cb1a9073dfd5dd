import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { fetchVideosById } from '../../../entities/video/fetch-videos.ts'
import { videoKeys } from '../../../entities/video/video-keys.ts'
import { useServices } from '../../../lib/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFacts } from '../../add-video/confirm-place-dialog.tsx'
import { questionOfRow, type Question } from '../../add-video/question.ts'
import { VideoSummary } from '../../add-video/video-summary.tsx'
import type { Answer, Answers } from './use-answers.ts'

/** The questions of an import one after another; a press or a number key is an answer. */
export function Questions({ answers }: { readonly answers: Answers }) {
  const { open, given, hasUndo } = answers
  const [current] = open
  const heading = useFocusOnNext(current?.videoId ?? null)
  const label = useId()
  const total = given + open.length
  if (!current && !hasUndo) return null
  const at = m.imports_question_at({ at: given + 1, n: total })
  return (
    <section aria-labelledby={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex min-h-11 items-center gap-3">
        <h2 ref={heading} id={label} tabIndex={-1} className="grow text-2xl">
          {current ? m.imports_question() : m.imports_questions_done()}
          {current ? <span className="ml-3 font-sans text-sm font-normal text-ink-soft">{at}</span> : null}
        </h2>
        {hasUndo ? (
          <Button size="sm" icon={<Undo2 aria-hidden className="size-4" />} onClick={answers.undo}>
            {m.undo()}
          </Button>
        ) : null}
      </div>
      {total > 1 ? (
        <Progress label={m.imports_report_questions({ n: total })} value={(given / total) * 100} />
      ) : null}
      <CurrentQuestion answers={answers} />
    </section>
  )
}

/** The pressed button is gone then: the focus, and what a screen reader says, go on with the next question. */
function useFocusOnNext(currentId: string | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(currentId)
  useEffect(() => {
    if (before.current !== currentId && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    before.current = currentId
  }, [currentId])
  return heading
}

/** Questions that are fetched together, so that the next one is there at once. */
const AHEAD = 8

function CurrentQuestion({ answers }: { readonly answers: Answers }) {
  const { rest } = useServices()
  const { open, skip } = answers
  const [current] = open
  const ids = open.slice(0, AHEAD).map(({ videoId }) => videoId)
  const { data } = useQuery({
    queryKey: videoKeys.followed(ids),
    queryFn: () => fetchVideosById(rest, ids),
    placeholderData: (before) => before,
    meta: { keepOffline: false },
  })
  const video = data?.find(({ id }) => id === current?.videoId)
  const { candidates } = video ? questionOfRow(video) : { candidates: [] }
  const choices: readonly Answer['answer'][] = [
    ...candidates.map(({ place_id: placeId }) => ({ placeId })),
    'none_of_these',
    'not_a_place',
  ]
  const give = (index: number) => {
    const answer = choices[index]
    if (video && answer !== undefined) answers.answer({ videoId: video.id, url: video.url, answer })
  }
  useKeys(give, answers.undo)
  if (!current) return null
  if (!video) return <Skeleton className="h-80 w-full rounded-3xl" />
  return (
    <>
      <div className="grid gap-2 rounded-3xl bg-surface p-3.5 shadow-card">
        <VideoSummary video={video} words={current.words} />
        {current.note === null ? null : (
          <p className="line-clamp-3 text-sm text-ink-soft wrap-anywhere">{current.note}</p>
        )}
      </div>
      <Choices key={video.id} candidates={candidates} onChoose={give} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="quiet" disabled={open.length < 2} onClick={() => skip(video.id)}>
          {m.onboarding_skip()}
        </Button>
        <p className="text-sm text-ink-soft touch:hidden">
          {m.imports_question_keys({ keys: `1–${choices.length}` })}
        </p>
      </div>
    </>
  )
}

interface ChoicesProps extends Pick<Question, 'candidates'> {
  readonly onChoose: (index: number) => void
}

function Choices({ candidates, onChoose }: ChoicesProps) {
  const others = [
    [m.confirm_none(), m.imports_question_none()],
    [m.imports_question_not_place(), m.imports_question_not_place_text()],
  ] as const
  return (
    <ol className="grid gap-2">
      {candidates.map((candidate, index) => (
        <li key={candidate.place_id}>
          <PlaceChoice number={index + 1} candidate={candidate} onPress={() => onChoose(index)} />
        </li>
      ))}
      {others.map(([name, text], index) => (
        <li key={name}>
          <Choice
            number={candidates.length + index + 1}
            name={name}
            text={text}
            onPress={() => onChoose(candidates.length + index)}
          />
        </li>
      ))}
    </ol>
  )
}

interface ChoiceProps {
  /** The key that presses it. */
  readonly number: number
  readonly name: string
  readonly text: string
  readonly onPress: () => void
}

function Choice({ number, name, text, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={String(number)}
      onClick={onPress}
      className="group flex min-h-16 w-full items-center gap-3 rounded-2xl border border-line-strong bg-surface px-3.5 py-2 text-left hover:border-talavera hover:bg-talavera-soft"
    >
      <kbd
        aria-hidden
        className="tabular grid size-8 shrink-0 place-items-center rounded-full bg-sunk font-sans text-sm font-bold group-hover:bg-talavera group-hover:text-white"
      >
        {number}
      </kbd>
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="line-clamp-2 text-sm text-ink-soft">{text}</span>
      </span>
    </button>
  )
}

interface PlaceChoiceProps extends Pick<ChoiceProps, 'number' | 'onPress'> {
  readonly candidate: Question['candidates'][number]
}

function PlaceChoice({ candidate, ...rest }: PlaceChoiceProps) {
  const { name, formatted_address: address } = useFacts(candidate)
  return <Choice name={name} text={address} {...rest} />
}

/** A number key answers and Z undoes, but not in a field or below a dialog. */
function useKeys(onIndex: (index: number) => void, onUndo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.altKey || event.metaKey || event.ctrlKey || event.repeat) return
    if (target instanceof Element && target.closest('input,textarea,select,[contenteditable]')) return
    if (document.querySelector('dialog[open]')) return
    if (/^[1-9]$/u.test(key)) onIndex(Number(key) - 1)
    else if (key.toLowerCase() === 'z') onUndo()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
