import { m } from '@antojo/i18n/messages'
import { Bookmark, Check } from 'lucide-react'
import { useState } from 'react'
import { announceLesson } from '../../entities/pipeline/announce-lesson.ts'
import { sendToPipeline } from '../../entities/pipeline/send-to-pipeline.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import { videoOf } from '../../entities/video/video.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'

type SaveState =
  | { readonly kind: 'saving' | 'saved'; readonly id: string }
  | { readonly kind: 'failed'; readonly id: string; readonly message: string }

export interface SavePlace {
  /** Null before the first press. */
  readonly state: SaveState | null
  /** Null when there is nothing to save to: a guest has no collection, and a screenshot alone has no video. */
  readonly save: ((placeId: string) => Promise<void>) | null
}

/** Saves the video of a link with the place that the person picked among the results. */
export function useSavePlace(link: string): SavePlace {
  const services = useServices()
  const session = useSession()
  const cache = useVideoCache()
  const [state, setState] = useState<SaveState | null>(null)
  const save = async (id: string) => {
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
    setState({ kind: 'saved', id })
  }
  return { state, save: session && link !== '' ? save : null }
}

interface SaveButtonProps {
  readonly id: string
  readonly top: boolean
  readonly save: SavePlace
}

/** Saves the video with this place. */
export function SaveButton({ id, top, save: { state, save } }: SaveButtonProps) {
  if (!save) return null
  const isSaved = state?.kind === 'saved' && state.id === id
  return (
    <Button
      size="sm"
      variant={top ? 'primary' : 'outline'}
      busy={state?.kind === 'saving' && state.id === id}
      disabled={isSaved || state?.kind === 'saving'}
      icon={isSaved ? <Check aria-hidden className="size-4" /> : <Bookmark aria-hidden className="size-4" />}
      onClick={() => void save(id)}
    >
      {isSaved ? m.find_saved() : m.find_save()}
    </Button>
  )
}

/** How saving ended, or why there is nothing to press. */
export function SaveNote({ id, save: { state } }: Omit<SaveButtonProps, 'top'>) {
  if (state?.id !== id || state.kind !== 'failed') return null
  const text = `${m.save_failed({ msg: state.message })} ${m.find_save_again()}`
  return <Problem text={text} className="text-sm" />
}
