import { directionsUrl } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'
import { ExternalLink, Navigation, Share2 } from 'lucide-react'
import { cx } from '../../../lib/view/cx.ts'
import { useSession } from '../../../lib/services.tsx'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { toast } from '../../../lib/view/toasts.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { FavoriteButton } from '../card/card-actions.tsx'
import { useFavorites } from '../../../entities/list/favorites.ts'
import { ProviderLinks } from '../card/provider-links.tsx'
import { shareVideo } from '../card/share-video.ts'
import { destinationOf, type Video } from '../../../entities/video/video.ts'

/** Buttons for directions, the post, sharing and lists. */
export function DetailActions({ video }: { video: Video }) {
  const { directions_pref } = useSettings()
  const session = useSession()
  const { ids, turn } = useFavorites()
  const to = destinationOf(video.place)
  const share = async () => {
    const outcome = await shareVideo(video)
    if (outcome === 'copied') toast.success(m.copied_link())
    if (outcome === 'failed') toast.error(m.copy_failed())
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {to.name === '' ? null : (
        <a
          href={directionsUrl(directions_pref, to)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.card_directions_to({ name: to.name })}
          className={cx(buttonClass({ variant: 'primary' }), 'basis-full lg:basis-auto')}
        >
          <Navigation aria-hidden className="size-5" />
          {m.card_directions()}
        </a>
      )}
      <a
        href={video.url}
        target="_blank"
        rel="noopener noreferrer"
        className={cx(buttonClass(), 'grow lg:grow-0')}
      >
        <ExternalLink aria-hidden className="size-4.5" />
        {m.card_open_post()}
      </a>
      <IconButton label={m.card_share()} tone="surface" onClick={() => void share()}>
        <Share2 aria-hidden />
      </IconButton>
      {session ? (
        <FavoriteButton
          on={ids.has(video.id)}
          onToggle={() => turn(video.id, !ids.has(video.id))}
          className="border border-line"
        />
      ) : null}
      {to.name === '' ? null : <ProviderLinks to={to} />}
    </div>
  )
}
