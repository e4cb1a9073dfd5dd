import { getLocale } from '@antojo/i18n/runtime'
import { ratingLabel } from '../../../entities/video/labels.ts'
import { googleIdOf } from '../../../entities/video/video.ts'
import type { Video } from '../../../entities/video/video.ts'
import type { LatLng } from '../map-port.ts'

/** A saved video on the map. */
export interface MapPoint extends LatLng {
  readonly id: string
  readonly name: string
  /** The text on the pin: the rating, else an emoji of a dish. */
  readonly sign: string
}

/** A saved video with a Google place, whose coordinates only Google may provide and show. */
export interface GoogleSpot extends Pick<MapPoint, 'id' | 'name' | 'sign'> {
  readonly googleId: string
}

export type Spot = MapPoint | GoogleSpot

/** Spec §9. */
const MAX_SPOTS_ON_HOME = 50

/** The spots of these videos: on the home screen of the first 50 videos only. */
export function spotsOf(videos: readonly Video[], isWhole: boolean): readonly Spot[] {
  const counted = isWhole ? videos : videos.slice(0, MAX_SPOTS_ON_HOME)
  return counted.map(spotOf).filter((spot) => spot !== null)
}

/** The spot of a video on a map; null for a video without a place. */
export function spotOf(video: Video): Spot | null {
  const { id, lat, lng, name, rating, cuisines } = video.place
  const shown = { id: video.id, name: name ?? video.title ?? '', sign: signOf(rating, cuisines) }
  const googleId = googleIdOf(id)
  if (googleId !== null) return { ...shown, googleId }
  return lat === null || lng === null ? null : { ...shown, lat, lng }
}

const DISHES: Readonly<Record<string, string>> = {
  Ramen: '🍜',
  Japanese: '🍣',
  Mexican: '🌮',
  Italian: '🍕',
  Thai: '🍛',
  Korean: '🍲',
  Chinese: '🥟',
  Indian: '🍛',
  Mediterranean: '🥙',
  Seafood: '🦐',
  Steakhouse: '🥩',
  Burgers: '🍔',
  Barbecue: '🍖',
  Cafe: '☕',
  Bakery: '🥐',
  Dessert: '🍨',
  French: '🥖',
  Spanish: '🥘',
  Peruvian: '🐟',
  Argentine: '🥩',
  Vegetarian: '🥗',
  Vegan: '🥗',
}

function signOf(rating: number | null, cuisines: readonly string[]): string {
  if (rating !== null) return ratingLabel(rating, getLocale())
  return cuisines.map((cuisine) => DISHES[cuisine]).find((dish) => dish !== undefined) ?? '🍽️'
}
