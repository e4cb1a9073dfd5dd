import type { Video } from '../videos/video.ts'

/** A saved video where its place is. */
export interface MapPoint {
  readonly id: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  /** What the pin shows: the rating, else a dish's picture. */
  readonly sign: string
}

/** Null for a video without a place, and for places of Google's, which may stand on Google's own map only. */
export function pointOf(video: Video): MapPoint | null {
  const { lat, lng, name, rating, cuisines, id } = video.place
  if (lat === null || lng === null || id?.startsWith('google:')) return null
  return { id: video.id, name: name ?? video.title ?? '', lat, lng, sign: signOf(rating, cuisines) }
}

const dishes: Readonly<Record<string, string>> = {
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
  if (rating !== null) return rating.toFixed(1)
  return cuisines.map((cuisine) => dishes[cuisine]).find((dish) => dish !== undefined) ?? '🍽️'
}
