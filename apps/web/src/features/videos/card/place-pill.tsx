import { imageUrl } from '@antojo/domain/links/picture-address'
import { m } from '@antojo/i18n/messages'
import { MapPin, Play } from 'lucide-react'
import type { VideoCardProps } from './card-props.ts'

const MAX_FILM = 3

/** The further places that the video shows, and how many videos show its place, with pictures of them. */
export function PlacePill({ video: { film = [] }, morePlaces, placeVideos }: VideoCardProps) {
  const Icon = morePlaces ? MapPin : Play
  const marks = [
    morePlaces && (morePlaces.found ?? m.card_more_places({ n: morePlaces.n })),
    placeVideos && m.map_videos({ n: placeVideos }),
  ]
  return (
    <p className="photo-pill max-w-3/5 shrink-0">
      {placeVideos && film.length > 1 ? (
        film
          .slice(0, MAX_FILM)
          .map((image) => (
            <img
              key={image}
              src={imageUrl(image, 320)}
              alt=""
              loading="lazy"
              className="-my-0.5 size-6 rounded-md object-cover not-first:-ml-2 first:-ml-1"
            />
          ))
      ) : (
        <Icon aria-hidden className="size-4" />
      )}
      <span className="truncate">{marks.filter(Boolean).join(' · ')}</span>
    </p>
  )
}
