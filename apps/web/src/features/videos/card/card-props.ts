import type { Video } from '../../../entities/video/video.ts'
import type { MorePlacesOf } from '../../../entities/video/queries/fetch-card-marks.ts'

export interface VideoCardProps {
  readonly video: Video
  readonly now: Date
  readonly distanceKm: number | null
  readonly compact: boolean
  /** The list layout: picture beside the text; on a phone with less text. */
  readonly wide: boolean
  readonly eager: boolean
  /** Position in the whole list, from 1; screen readers need it because the page holds only a part of the list. */
  readonly position?: number
  readonly total?: number
  readonly onOpen: (video: Video, section?: 'reviews') => void
  /** Whether the menu has a delete. */
  readonly canDelete?: boolean
  readonly onFix?: (video: Video) => void
  /** All cards, among which this one can be chosen. */
  readonly among?: readonly Video[]
  /** Chosen on the map beside the cards. */
  readonly isActive: boolean
  readonly favorite?: boolean
  /** Whether a list other than the favourites holds the video. */
  readonly inList?: boolean
  readonly visited?: boolean
  /** The further places that the video shows. */
  readonly morePlaces?: MorePlacesOf | undefined
  /** How many videos show the place, when several do. */
  readonly placeVideos?: number | undefined
  /** Without it there is no heart. */
  readonly onFavorite?: (videoId: string, on: boolean) => void
}
