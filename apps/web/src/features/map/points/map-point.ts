import { getLocale } from '@antojo/i18n/runtime'
import { ratingLabel } from '../../../entities/video/labels.ts'
import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import { googleIdOf } from '../../../entities/video/video.ts'
import type { Video } from '../../../entities/video/video.ts'
import type { LatLng } from '../map-port.ts'

/** A saved video on the map. */
export interface MapPoint extends LatLng {
  readonly id: string
  readonly name: string
  /** The drawing on the pin: a dish of the cuisine. */
  readonly dish: string
  /** The rating beside the name; empty without one. */
  readonly rating: string
  /** Ids of further videos at the same point. */
  readonly others?: readonly string[]
}

/** A saved video with a Google place, whose coordinates only Google may provide and show. */
export interface GoogleSpot extends Pick<MapPoint, 'id' | 'name' | 'dish' | 'rating'> {
  readonly googleId: string
}

export type Spot = MapPoint | GoogleSpot

/** Spec §9. */
export const MAX_SPOTS_ON_HOME = 50

/** The spots of these videos: on the home screen of the first 50 videos only. */
export function spotsOf(videos: readonly Video[], isWhole: boolean): readonly Spot[] {
  const counted = isWhole ? videos : videos.slice(0, MAX_SPOTS_ON_HOME)
  return counted.map(spotOf).filter((spot) => spot !== null)
}

/** The spot of a video on a map; null for a video without a place. */
export function spotOf(video: Video): Spot | null {
  const { id, lat, lng, name, rating, cuisines } = video.place
  const shown = {
    id: video.id,
    name: name ?? video.title ?? '',
    dish: dishDrawing(cuisines).src,
    rating: rating === null ? '' : ratingLabel(rating, getLocale()),
  }
  const googleId = googleIdOf(id)
  if (googleId !== null) return { ...shown, googleId }
  return lat === null || lng === null ? null : { ...shown, lat, lng }
}

/** Decimals of a degree by which points are the same: about one metre. */
const SAME_POINT_DECIMALS = 5

/** One point for all videos of one place, in the order of the first of them. */
export function placesOf(points: readonly MapPoint[]): readonly MapPoint[] {
  const places = new Map<string, MapPoint>()
  for (const point of points) {
    const at = [point.lat, point.lng].map((degrees) => degrees.toFixed(SAME_POINT_DECIMALS)).join()
    const known = places.get(at)
    places.set(at, known ? { ...known, others: [...(known.others ?? []), point.id] } : point)
  }
  return [...places.values()]
}

/** The videos of a point: the first, and the others of the same place. */
export function videosAt({ id, others = [] }: MapPoint): readonly string[] {
  return [id, ...others]
}
