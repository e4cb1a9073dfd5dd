import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { fetchVideosById, videoKeys } from '../../../entities/video/query.ts'
import { useServices } from '../../../lib/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Choices } from '../../add-video/choices.tsx'
import { VideoSummary } from '../../add-video/video-summary.tsx'
import type { Answers } from './use-answers.ts'

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
      {total > 1 ? <Progress label={at} value={(given / total) * 100} /> : null}
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
  if (!current) return null
  const video = data?.find(({ id }) => id === current.videoId)
  if (!video) return <Skeleton className="h-80 w-full rounded-3xl" />
  return (
    <>
      <div className="grid gap-2 rounded-3xl bg-surface p-3.5 shadow-card">
        <VideoSummary video={video} words={current.words} />
        {current.note === null ? null : (
          <p className="line-clamp-3 text-sm text-ink-soft wrap-anywhere">{current.note}</p>
        )}
      </div>
      <Choices
        key={video.id}
        video={video}
        onChoose={(answer) => answers.answer({ videoId: video.id, url: video.url, answer })}
        onUndo={answers.undo}
      />
      {open.length > 1 ? (
        <Button variant="quiet" className="justify-self-start" onClick={() => skip(video.id)}>
          {m.onboarding_skip()}
        </Button>
      ) : null}
    </>
  )
}
