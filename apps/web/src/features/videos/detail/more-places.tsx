import { m } from '@antojo/i18n/messages'
import { Trash2 } from 'lucide-react'
import type { WhyReason } from '@antojo/contract/ai'
import { attemptAgain } from '../../../lib/view/attempt.ts'
import { toast } from '../../../lib/view/toasts.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useRemovePlace, useVideoPlaces, type VideoPlace } from './video-places.ts'
import type { Video } from '../../../entities/video/video.ts'
import { reasonText } from '../../../entities/pipeline/reason-text.ts'
import { DirectionsButton } from '../../../components/directions-button.tsx'

/** The reasons for the video's place, and its other places with directions. */
export function MorePlaces({ video, own }: { video: Video; own: boolean }) {
  const places = useVideoPlaces(video)
  const main = places.find(({ id }) => id === video.place.id)
  const others = places.filter((place) => place !== main)
  return (
    <>
      <WhyPlace why={main?.why ?? []} />
      {others.length > 0 ? (
        <section className="grid grid-cols-1 gap-2">
          <h3 className="text-lg">{m.detail_more_places()}</h3>
          <ul className="grid grid-cols-1 gap-2">
            {others.map((place) => (
              <Other key={place.id} place={place} videoId={video.id} own={own} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function Other({ place, videoId, own }: { place: VideoPlace; videoId: string; own: boolean }) {
  const remove = useRemovePlace(videoId)
  const takeOff = () =>
    attemptAgain(m.more_places_failed, async () => {
      const putBack = await remove(place.id)
      toast.success(m.more_places_removed({ name: place.name }), {
        duration: UNDO_MS,
        action: { label: m.undo(), run: () => void attemptAgain(m.more_places_failed, putBack) },
      })
    })
  return (
    <li className="grid grid-cols-1 gap-1 rounded-2xl bg-surface py-2 pr-2 pl-4 contrast:border contrast:border-line">
      <div className="flex items-center gap-1">
        <div className="min-w-0 grow">
          <p className="truncate font-semibold">{place.name}</p>
          <p className="truncate text-sm text-ink-soft">{place.address}</p>
        </div>
        <DirectionsButton to={place} className="hover:bg-sunk" />
        {own ? (
          <IconButton label={m.more_places_remove({ name: place.name })} onClick={() => void takeOff()}>
            <Trash2 aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <WhyPlace why={place.why} />
    </li>
  )
}

const UNDO_MS = 6000

/** The reasons for a place, which can be unfolded. */
function WhyPlace({ why }: { why: readonly WhyReason[] }) {
  if (why.length === 0) return null
  const reasons = [...new Set(why.map(reasonText))]
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-9 items-center font-semibold text-talavera-text underline underline-offset-2 touch:min-h-11">
        {m.why_title()}
      </summary>
      <ul className="grid list-disc gap-1 py-1 pl-5 text-ink-soft">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  )
}
