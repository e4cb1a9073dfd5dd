import { parseHoursLines } from '@antojo/domain/hours/hours-text'
import { priceLevel } from '@antojo/domain/price'
import { keptReviews, type Review } from '@antojo/domain/reviews'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { googleIdOf } from '../../../entities/video/video.ts'
import type { PlaceDetails } from '@antojo/contract/places'
import type { Place, Video } from '../../../entities/video/video.ts'

const STALE_TIME_MS = 10 * 60_000

/** The video with the current details of its place provider. */
export function useFreshPlace(video: Video): Video {
  const data = useFreshDetails(video.place)
  return data ? withDetails(video, data) : video
}

/**
 * The current details of a Google place; null for places of other providers. By Google's terms, the server stores only id and
 * name of its places, so the rest is requested whenever a person opens one.
 */
export function useFreshDetails(place: Place): PlaceDetails | null {
  const { language } = useSettings()
  const id = place.id ?? ''
  const { data } = useQuery({
    queryKey: ['place-details', id, language],
    queryFn: async ({ signal }) => {
      // Loaded late, because it needs zod.
      const { fetchPlaceDetails } = await import('../../../lib/api/places.ts')
      return fetchPlaceDetails(id, language, signal)
    },
    enabled: googleIdOf(place.id) !== null,
    staleTime: STALE_TIME_MS,
    gcTime: STALE_TIME_MS,
    meta: { keepOffline: false },
  })
  return data ?? null
}

function withDetails(video: Video, details: PlaceDetails): Video {
  const lines = details.opening_hours?.weekday_text ?? []
  return {
    ...video,
    reviews: keptReviews((details.reviews ?? []).map(reviewOf)),
    place: {
      ...video.place,
      address: details.formatted_address ?? video.place.address,
      rating: details.rating || null,
      ratingCount: details.user_ratings_total ?? 0,
      price: priceLevel(details.price_level),
      mapsUrl: details.url ?? null,
      phone: details.formatted_phone_number ?? null,
      website: details.website ?? null,
      hoursLines: lines,
      hours: parseHoursLines(lines),
      openThen: details.opening_hours?.open_now ?? null,
    },
  }
}

function reviewOf(review: NonNullable<PlaceDetails['reviews']>[number]): Review {
  return {
    author_name: review.author_name,
    profile_photo_url: review.profile_photo_url ?? null,
    rating: review.rating ?? null,
    relative_time: review.relative_time_description ?? null,
    text: review.text,
    time: review.time ?? null,
  }
}
