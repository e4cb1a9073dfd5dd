import { parseHoursLines } from '@antojo/domain/hours/hours-text'
import { priceLevel } from '@antojo/domain/price'
import { keptReviews, type Review } from '@antojo/domain/reviews'
import { useFreshDetails } from '../../../entities/video/use-fresh-details.ts'
import type { PlaceDetails } from '@antojo/contract/places'
import type { Video } from '../../../entities/video/video.ts'

/** The video with the current details of its place provider. */
export function useFreshPlace(video: Video): Video {
  const data = useFreshDetails(video.place.id)
  return data ? withDetails(video, data) : video
}

/** The facts of a place as its provider gives them now; those that it does not give any more are gone. */
export function withDetails(video: Video, details: PlaceDetails): Video {
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
