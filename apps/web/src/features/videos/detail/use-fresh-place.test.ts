import { expect, test } from 'vitest'
import { videoOf } from '../../../entities/video/video.ts'
import { withDetails } from './use-fresh-place.ts'

const saved = videoOf({
  id: 'v1',
  user_id: 'ana',
  created_at: '2026-11-20',
  video_url: 'https://www.tiktok.com/@a/video/1',
  restaurant_name: 'Contramar',
  restaurant_address: 'Durango 200',
  restaurant_rating: 3,
  user_ratings_total: 9,
  restaurant_phone: '1',
  enrich_place_id: 'google:1',
})
if (!saved) throw new Error('not a video')
const place = {
  place_id: 'google:1',
  name: 'Contramar',
  geometry: { location: { lat: 1, lng: 2 } },
  types: [],
}

test('what the provider says now replaces what was saved', () => {
  const fresh = withDetails(saved, {
    ...place,
    formatted_address: 'Calle de Durango 200',
    rating: 4.6,
    user_ratings_total: 9001,
    price_level: 3,
    url: 'https://maps.example/contramar',
    formatted_phone_number: '55 5514 9217',
    website: 'https://contramar.example',
    opening_hours: { open_now: false, weekday_text: ['lunes: 12:00–18:30'] },
    reviews: [{ author_name: 'Beto', rating: 5, text: 'Las tostadas de atún, siempre.', time: 7 }],
  })
  expect(fresh).toMatchObject({
    id: 'v1',
    reviews: [{ author_name: 'Beto', rating: 5, text: 'Las tostadas de atún, siempre.' }],
    place: {
      id: 'google:1',
      name: 'Contramar',
      address: 'Calle de Durango 200',
      rating: 4.6,
      ratingCount: 9001,
      price: '$$$$',
      mapsUrl: 'https://maps.example/contramar',
      phone: '55 5514 9217',
      website: 'https://contramar.example',
      hoursLines: ['lunes: 12:00–18:30'],
      openThen: false,
    },
  })
  expect(fresh.place.hours).not.toBeNull()
})

test('what the provider does not say any more is gone, but for the address', () => {
  expect(withDetails(saved, place)).toMatchObject({
    reviews: [],
    place: {
      address: 'Durango 200',
      rating: null,
      ratingCount: 0,
      phone: null,
      hoursLines: [],
      openThen: null,
    },
  })
})
