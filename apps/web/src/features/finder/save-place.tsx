import { m } from '@antojo/i18n/messages'
import { Bookmark, Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { announceLesson } from '../../entities/pipeline/announce-lesson.ts'
import { sendToPipeline } from '../../entities/pipeline/send-to-pipeline.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import { videoOf } from '../../entities/video/video.ts'
import { askToEnter } from '../../lib/navigation/entering.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'

type SaveState =
  | { readonly kind: 'saving'; readonly id: string }
  /** `videoId` leads to the card. */
  | { readonly kind: 'saved'; readonly id: string; readonly videoId: string | null }
  | { readonly kind: 'failed'; readonly id: string; readonly message: string }

export interface SavePlace {
  /** Null before the first press. */
  readonly state: SaveState | null
  /** Null when there is nothing to save to: a screenshot alone has no video. */
  readonly save: ((placeId: string) => Promise<void>) | null
}

/** Saves the video of a link with the place that the person picked among the results. */
export function useSavePlace(link: string): SavePlace {
  const services = useServices()
  const session = useSession()
  const cache = useVideoCache()
  const [state, setState] = useState<SaveState | null>(null)
  const save = async (id: string) => {
    if (!session) return askToEnter('open')
    setState({ kind: 'saving', id })
    const outcome = await sendToPipeline(services, {
      action: 'confirm-place',
      input: { videoUrl: link, placeId: id },
    })
    if (outcome.kind !== 'accepted') {
      setState({
        kind: 'failed',
        id,
        message: outcome.kind === 'error' ? outcome.message : m.error_unknown(),
      })
      return
    }
    const video = videoOf(outcome.answer.video)
    if (video) cache.putFirst(video)
    cache.announce()
    announceLesson(outcome)
    toast.success(outcome.answer.duplicate ? m.existing() : m.saved())
    setState({ kind: 'saved', id, videoId: video?.id ?? null })
  }
  return { state, save: link === '' ? null : save }
}

interface SaveButtonProps {
  readonly id: string
  readonly save: SavePlace
}

/** Saves the video with this place, and then leads to its card. */
export function SaveButton({ id, save: { state, save } }: SaveButtonProps) {
  if (!save) return null
  const isSaved = state?.kind === 'saved' && state.id === id
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        busy={state?.kind === 'saving' && state.id === id}
        disabled={isSaved || state?.kind === 'saving'}
        icon={
          isSaved ? <Check aria-hidden className="size-4" /> : <Bookmark aria-hidden className="size-4" />
        }
        onClick={() => void save(id)}
      >
        {isSaved ? m.find_saved() : m.find_save()}
      </Button>
      {isSaved && state.videoId !== null ? (
        <Link
          href={`${paths.home}?video=${state.videoId}`}
          className={buttonClass({ variant: 'tonal', size: 'sm' })}
        >
          {m.see()}
        </Link>
      ) : null}
    </>
  )
}

/** How saving ended, or why there is nothing to press. */
export function SaveNote({ id, save: { state } }: SaveButtonProps) {
  if (state?.id !== id || state.kind !== 'failed') return null
  const text = `${m.save_failed({ msg: state.message })} ${m.find_save_again()}`
  return <Problem text={text} className="text-sm" />
}
