import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { LoaderCircle } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { overlay } from '../../lib/navigation/overlay.ts'
import { useServices } from '../../lib/services.tsx'
import { videoKeys, fetchVideosById } from '../../entities/video/query.ts'
import type { Video } from '../../entities/video/video.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { AddOutcomeView } from './add-outcome.tsx'
import { useAddVideo, type AddVideo } from './api.ts'
import { questionOfRow, type Question } from './question.ts'
import { Problem } from '../../ui/problem.tsx'

interface OpenVideoPanelProps {
  readonly id: string
  /** The video as its list has it. */
  readonly row: Video | undefined
  /** The question that was just asked about it. */
  readonly asked: Question | null
  readonly adding: AddVideo
  readonly near: Point | null
  readonly onLater: () => void
}

/** The panel of a saved video without a known place: the post, and the next step. It closes when the place is known. */
export function OpenVideoPanel({ id, row, asked, adding, near, onLater }: OpenVideoPanelProps) {
  const { data, isSuccess } = useVideoRow(id, row === undefined && asked === null)
  const video = row ?? data?.[0]
  const isOver = asked === null && (video ? video.identifyState === 'identified' : isSuccess)
  useEffect(() => {
    if (isOver) void overlay.close('help')
  }, [isOver])
  const question = useMemo(() => asked ?? (video ? questionOfRow(video) : null), [asked, video])
  if (question === null || isOver) return null
  if (video?.identifyState === 'running' && !asked && !adding.adding)
    return (
      <Dialog title={m.open_title()} shape="panel" onClose={onLater}>
        <StillLooking video={video} />
      </Dialog>
    )
  return <AddOutcomeView {...{ adding, question, near, onLater }} frame="panel" />
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

interface OpenVideoHelpProps {
  readonly id: string
  readonly onLater: () => void
  /** Called after the place was saved. */
  readonly onSaved: () => void
}

/** The next step for a video of which only the id is known, in the page. */
export function OpenVideoHelp({ id, onLater, onSaved }: OpenVideoHelpProps) {
  const adding = useAddVideo(null, onSaved)
  const { data: [video] = [], isError } = useVideoRow(id, true)
  const ofRow = useMemo(() => (video ? questionOfRow(video) : null), [video])
  const question = adding.question ?? ofRow
  if (video?.identifyState === 'running' && !adding.adding && !adding.question)
    return <StillLooking video={video} />
  if (question) return <AddOutcomeView {...{ adding, question, onLater }} near={null} />
  return <Problem text={isError ? m.error_network() : null} className="text-sm" />
}

function useVideoRow(id: string, enabled: boolean) {
  const { rest } = useServices()
  return useQuery({
    queryKey: videoKeys.followed([id]),
    queryFn: () => fetchVideosById(rest, [id]),
    enabled,
    staleTime: 0,
    gcTime: 0,
    meta: { keepOffline: false },
  })
}
