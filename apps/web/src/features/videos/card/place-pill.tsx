import { m } from '@antojo/i18n/messages'
import { MapPin, Play } from 'lucide-react'
import type { VideoCardProps } from './card-props.ts'

/** The further places that the video shows, and how many videos show its place. */
export function PlacePill({ morePlaces, placeVideos }: Pick<VideoCardProps, 'morePlaces' | 'placeVideos'>) {
  const Icon = morePlaces ? MapPin : Play
  const marks = [
    morePlaces && (morePlaces.found ?? m.card_more_places({ n: morePlaces.n })),
    placeVideos && m.map_videos({ n: placeVideos }),
  ]
  return (
    <p className="photo-pill max-w-3/5 shrink-0">
      <Icon aria-hidden className="size-4" />
      <span className="truncate">{marks.filter(Boolean).join(' · ')}</span>
    </p>
  )
}
