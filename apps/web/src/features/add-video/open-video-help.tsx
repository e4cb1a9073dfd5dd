import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { LoaderCircle, MapPin } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '../../lib/services.tsx'
import { videoKeys, fetchVideosById } from '../../entities/video/query.ts'
import type { Video } from '../../entities/video/video.ts'
import { AddOutcomeView } from './add-outcome.tsx'
import { useAddVideo } from './api.ts'
import { questionOfRow } from './question.ts'
import { StepsBar } from './steps-bar.tsx'
import { Problem } from '../../ui/problem.tsx'

interface OpenVideoHelpProps {
  readonly video: Video
  readonly near: Point | null
  readonly onLater: () => void
  /** Called after the place was saved. */
  readonly onSaved?: () => void
}

/** The next step for a saved video without a known place: a choice, the box, or waiting for its analysis. */
export function OpenVideoHelp({ video, near, onSaved, onLater }: OpenVideoHelpProps) {
  const adding = useAddVideo(near, onSaved)
  const ofRow = useMemo(() => questionOfRow(video), [video])
  const question = adding.question ?? ofRow
  if (video.identifyState === 'running' && !adding.adding && !adding.question)
    return <StillLooking video={video} />
  return (
    <>
      {adding.adding ? <StepsBar steps={adding.steps} /> : null}
      <AddOutcomeView adding={adding} question={question} near={near} onLater={onLater} />
    </>
  )
}

/** Says that the server goes on with a video by itself. */
export function StillLooking({ video }: { readonly video: Video }) {
  return (
    <output className="mb-4 flex items-center gap-3 rounded-2xl bg-surface p-4 shadow-card">
      <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />
      <span className="grid min-w-0">
        <span className="font-semibold">
          {video.identifyArea === null ? m.open_still() : m.open_learning({ area: video.identifyArea })}
        </span>
        <span className="truncate text-sm text-ink-soft">{video.title ?? video.url}</span>
      </span>
    </output>
  )
}

/** The same for a video of which only the id is known. */
export function OpenVideoHelpById({
  id,
  ...rest
}: Omit<OpenVideoHelpProps, 'video'> & { readonly id: string }) {
  const { rest: api } = useServices()
  const { data, isError } = useQuery({
    queryKey: videoKeys.followed([id]),
    queryFn: () => fetchVideosById(api, [id]),
    staleTime: 0,
    gcTime: 0,
    meta: { keepOffline: false },
  })
  const [video] = data ?? []
  if (video) return <OpenVideoHelp video={video} {...rest} />
  return <Problem text={isError ? m.error_network() : null} className="text-sm" />
}

interface QuestionRowProps {
  readonly videoId: string
  /** The words of the file about the entry, such as the name in a list. */
  readonly words: string
  readonly note: string | null
  readonly onAnswered: () => void
}

/** One question of an import: the words of the file, and the places that they may mean. */
export function QuestionRow({ videoId, words, note, onAnswered }: QuestionRowProps) {
  const { rest } = useServices()
  const { data } = useQuery({
    queryKey: videoKeys.followed([videoId]),
    queryFn: () => fetchVideosById(rest, [videoId]),
    meta: { keepOffline: false },
  })
  const adding = useAddVideo(null, onAnswered)
  const [video] = data ?? []
  const question = adding.question ?? (video ? questionOfRow(video) : null)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-2xl border border-line p-4">
      <p className="line-clamp-4 font-medium whitespace-pre-line wrap-anywhere">{words || video?.title}</p>
      {note === null ? null : <p className="line-clamp-3 text-sm text-ink-soft wrap-anywhere">{note}</p>}
      <Problem text={question?.problem ?? null} className="text-sm" />
      <div className="grid gap-2">
        {question?.candidates.map((candidate) => (
          <button
            key={candidate.place_id}
            type="button"
            disabled={adding.adding}
            className="grid min-h-11 gap-0.5 rounded-xl border border-line bg-surface px-4 py-2 text-left hover:border-line-strong disabled:opacity-60"
            onClick={() => void adding.confirm(question, candidate.place_id)}
          >
            <span className="font-semibold">{candidate.name}</span>
            {candidate.formatted_address === '' ? null : (
              <span className="flex items-center gap-1 text-sm text-ink-soft">
                <MapPin aria-hidden className="size-4 shrink-0" />
                {candidate.formatted_address}
              </span>
            )}
          </button>
        ))}
      </div>
      {video ? (
        <a
          href={video.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm font-semibold underline"
        >
          {m.imports_report_open_post()}
        </a>
      ) : null}
    </li>
  )
}
