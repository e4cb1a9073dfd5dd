import { m } from '@antojo/i18n/messages'
import { Heart, Navigation, Share2 } from 'lucide-react'
import { cx } from '../../../lib/view/cx.ts'
import { useSession } from '../../../lib/services.tsx'
import { toast } from '../../../lib/view/toasts.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFavorites } from '../../../entities/list/favorites.ts'
import { shareVideo } from '../card/share-video.ts'
import { destinationOf, type Video } from '../../../entities/video/video.ts'
import { DirectionsLink } from '../../../components/outside-link.tsx'

/** Directions, sharing and the heart: a bar under the thumb on phones, a row below the name on wide screens. */
export function DetailActions({ video }: { video: Video }) {
  const session = useSession()
  const { ids, turn } = useFavorites()
  const to = destinationOf(video.place)
  const isFavorite = ids.has(video.id)
  const share = async () => {
    const outcome = await shareVideo(video)
    if (outcome === 'copied') toast.success(m.share_copied())
    if (outcome === 'failed') toast.error(m.copy_failed())
  }
  return (
    <div className="flex items-center gap-2 max-md:sticky max-md:bottom-0 max-md:z-10 max-md:order-last max-md:-mx-5 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-5 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {to.name === '' ? null : (
        <DirectionsLink
          to={to}
          aria-label={m.card_directions_to({ name: to.name })}
          className={cx(buttonClass({ variant: 'primary' }), 'min-w-48 grow md:grow-0')}
        >
          <Navigation aria-hidden className="size-5" />
          {m.card_directions()}
        </DirectionsLink>
      )}
      <IconButton label={m.card_share()} tone="surface" onClick={() => void share()}>
        <Share2 aria-hidden />
      </IconButton>
      {session ? (
        <IconButton
          label={m.card_favorite()}
          tone="surface"
          aria-pressed={isFavorite}
          onClick={() => turn(video.id, !isFavorite)}
        >
          <Heart aria-hidden className={cx(isFavorite && 'animate-pop fill-chile stroke-chile')} />
        </IconButton>
      ) : null}
    </div>
  )
}
