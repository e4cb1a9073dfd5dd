import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import { nameKey } from '@antojo/domain/text'
import { ratingLabel } from '../../../entities/video/labels.ts'
import { googleIdOf, type Video } from '../../../entities/video/video.ts'
import type { LatLng } from '../map-port.ts'

/** A place of a saved video on the map. */
export interface MapPoint extends LatLng {
  /** The id of the video; for a further place of it, with the id of the place. */
  readonly id: string
  readonly video: string
  readonly name: string
  /** The drawing on the pin: a dish of the cuisine. */
  readonly dish: string
  /** The rating beside the name; empty without one. */
  readonly rating: string
  readonly cuisines: readonly string[]
  /** Further places or videos at the same point. */
  readonly others?: readonly MapPoint[]
}

/** A saved video with a Google place, whose coordinates only Google may provide and show. */
export interface GoogleSpot extends Omit<MapPoint, 'lat' | 'lng' | 'others'> {
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
export function spotOf({ id, title, place }: Video): Spot | null {
  return spotAt({ ...place, video: id, key: id, name: place.name ?? title ?? '' })
}

interface KnownPlace extends Pick<Video['place'], 'id' | 'lat' | 'lng' | 'cuisines' | 'rating'> {
  readonly video: string
  readonly key: string
  readonly name: string
}

/** The spot of a place that a video shows; null without coordinates. */
export function spotAt({ id, lat, lng, cuisines, rating, video, key, name }: KnownPlace): Spot | null {
  const shown = {
    id: key,
    video,
    name,
    dish: dishDrawing(cuisines).src,
    rating: rating === null ? '' : ratingLabel(rating),
    cuisines,
  }
  const googleId = googleIdOf(id)
  if (googleId !== null) return { ...shown, googleId }
  return lat === null || lng === null ? null : { ...shown, lat, lng }
}

/** Decimals of a degree by which points are the same: about one metre. */
const SAME_POINT_DECIMALS = 5

/** One pin for all that is at one point, in the order of the first. */
export function pinsOf(points: readonly MapPoint[]): readonly MapPoint[] {
  return grouped(points, pointKey)
}

/** One entry for each place: its videos together, apart from another place at the same point. */
export function placesOf(points: readonly MapPoint[]): readonly MapPoint[] {
  return grouped(points, (point) => `${pointKey(point)} ${nameKey(point.name)}`)
}

function grouped(points: readonly MapPoint[], keyOf: (point: MapPoint) => string): readonly MapPoint[] {
  const groups = Map.groupBy(points, keyOf).values()
  return [...groups].flatMap(([first, ...others]) => (first ? [{ ...first, others }] : []))
}

function pointKey({ lat, lng }: LatLng): string {
  return `${lat.toFixed(SAME_POINT_DECIMALS)},${lng.toFixed(SAME_POINT_DECIMALS)}`
}

/** All that is at a point: the first, and the others. */
export function pointsAt(point: MapPoint): readonly MapPoint[] {
  return [point, ...(point.others ?? [])]
}

/** The videos at a point, each once. */
export function videosAt(point: MapPoint): readonly string[] {
  return [...new Set(pointsAt(point).map(({ video }) => video))]
}
