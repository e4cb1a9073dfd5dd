import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { LoaderCircle } from 'lucide-react'
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
