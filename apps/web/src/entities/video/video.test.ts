import { describe, expect, test } from 'vitest'
import { destinationOf, isOpenVideo, openNow, previewUrl, videoOf } from './video.ts'

const row = (change: Record<string, unknown> = {}) => ({
  id: 'v1',
  user_id: 'u1',
  created_at: '2026-11-20T10:00:00Z',
  video_url: 'https://www.tiktok.com/@a/video/7412345678901230001',
  restaurant_name: 'Contramar',
  ...change,
})

describe('videoOf', () => {
  test.each([[null], ['text'], [{}], [{ id: 'x' }], [{ id: 1, video_url: 'u' }]])(
    '%j is no video',
    (value) => {
      expect(videoOf(value)).toBeNull()
    },
  )

  test("'N/A' and empty texts become null", () => {
    const video = videoOf(row({ restaurant_name: 'N/A', title: ' ', restaurant_location: 'N/A' }))
    expect(video).toMatchObject({ title: null, place: { name: null, location: null } })
  })

  test.each([
    ['1,234', 1234],
    ['12 000', 12_000],
    [7, 7],
    ['many', 0],
    [null, 0],
    [Number.NaN, 0],
  ])('views %j are %d', (given, views) => {
    expect(videoOf(row({ views: given }))?.views).toBe(views)
  })

  test.each([[0], [null], ['rubbish']])('a rating of %j is no rating', (given) => {
    expect(videoOf(row({ restaurant_rating: given }))?.place.rating).toBeNull()
  })

  test.each([[['res', 'limón']], ['["res","limón"]'], ['res\nlimón']])('ingredients %j are read', (given) => {
    expect(videoOf(row({ extracted_ingredients: given }))?.dish.ingredients).toEqual(['res', 'limón'])
  })

  test('each picture appears once, our own copy first', () => {
    const video = videoOf(
      row({
        thumbnail_url: '/img?ref=a',
        provider_thumbnail_url: 'https://x/y.jpg',
        places_photo_url: '/img?ref=a',
      }),
    )
    expect(video?.images).toEqual(['/img?ref=a', 'https://x/y.jpg'])
  })
})

test('each fact of a video is read from its own column', () => {
  const video = videoOf(
    row({
      title: 'Tostadas',
      creator_name: 'Beto',
      photo_attribution_html: '<a>Foto</a>',
      views: 1,
      likes: 2,
      restaurant_address: 'Durango 200',
      restaurant_location: 'Roma Norte',
      restaurant_cuisine: 'Seafood',
      restaurant_rating: 4.5,
      user_ratings_total: 3,
      restaurant_price_range: '$$',
      restaurant_phone: '55',
      restaurant_website: 'https://contramar.example/',
      google_maps_url: 'https://maps.example/',
      diet_tags: ['vegan'],
      time_zone: 'America/Mexico_City',
      open_now: true,
      extracted_dish_name: 'Tostada',
      extracted_ingredients: ['atún'],
      extracted_estimated_price: '120',
      extracted_price_currency: 'MXN',
      visibility: 'unlisted',
      enrich_place_id: 'osm:1',
      enrich_place_name: 'Contramar SA',
      enrich_place_address: 'Durango',
      enrich_place_lat: 19.4,
      enrich_place_lng: -99.2,
      enrich_confidence: 0.9,
      enrich_state: 'running',
      enrich_progress: 40,
      identify_state: 'question',
      identify_reason: 'two_places',
      identify_area: 'cdmx',
      identify_question: [1],
    }),
  )
  expect(video).toMatchObject({
    id: 'v1',
    userId: 'u1',
    listId: null,
    createdAt: new Date('2026-11-20T10:00:00Z'),
    platform: 'TikTok',
    title: 'Tostadas',
    creator: 'Beto',
    photoAttribution: '<a>Foto</a>',
    views: 1,
    likes: 2,
    visibility: 'unlisted',
    enrichState: 'running',
    enrichProgress: 40,
    identifyState: 'question',
    identifyReason: 'two_places',
    identifyArea: 'cdmx',
    identifyQuestion: [1],
    dish: { name: 'Tostada', ingredients: ['atún'], price: 120, currency: 'MXN' },
    place: {
      id: 'osm:1',
      name: 'Contramar',
      address: 'Durango 200',
      location: 'Roma Norte',
      lat: 19.4,
      lng: -99.2,
      cuisines: ['Seafood'],
      diets: ['vegan'],
      rating: 4.5,
      ratingCount: 3,
      price: '$$',
      mapsUrl: 'https://maps.example/',
      phone: '55',
      website: 'https://contramar.example/',
      timeZone: 'America/Mexico_City',
      openThen: true,
      confidence: 0.9,
    },
  })
})

test('a place that the person did not name has the name and address that were found', () => {
  const found = { enrich_place_name: 'Contramar', enrich_place_address: 'Durango 200' }
  const video = videoOf(row({ restaurant_name: null, restaurant_address: 'N/A', ...found }))
  expect(video?.place).toMatchObject({
    name: 'Contramar',
    address: 'Durango 200',
    lat: null,
    confidence: null,
  })
})

test('nobody sees a video of unknown visibility', () => {
  expect(videoOf(row({ visibility: 'everybody' }))?.visibility).toBe('private')
  expect(videoOf(row())?.visibility).toBe('private')
})

test.each([
  ['running', true],
  ['question', true],
  ['unidentified', true],
  ['identified', false],
  [undefined, false],
])('a video in the state %j is open: %j', (identify_state, isOpen) => {
  const video = videoOf(row({ identify_state }))
  expect(video && isOpenVideo(video)).toBe(isOpen)
})

describe('destinationOf', () => {
  const to = (change: Record<string, unknown>) => {
    const video = videoOf(row(change))
    return video && destinationOf(video.place)
  }

  test('has the point and the address, and the id of a Google place only', () => {
    const facts = { restaurant_address: 'Durango 200', enrich_place_lat: 19.4, enrich_place_lng: -99.2 }
    const known = { name: 'Contramar', address: 'Durango 200', lat: 19.4, lng: -99.2 }
    expect(to({ ...facts, enrich_place_id: 'google:abc' })).toEqual({ ...known, googlePlaceId: 'abc' })
    expect(to({ ...facts, enrich_place_id: 'osm:1' })).toEqual({ ...known, googlePlaceId: null })
  })

  test('is the location when the restaurant is unknown', () => {
    expect(to({ restaurant_name: null, restaurant_location: 'Roma Norte' })).toMatchObject({
      name: 'Roma Norte',
      address: 'Roma Norte',
    })
    expect(to({ restaurant_name: null })).toMatchObject({ name: '', address: null })
  })
})

describe('previewUrl', () => {
  const webp = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD-JaQAA3AA_vuUAAA'

  test('the fragment of our own copy becomes a preview', () => {
    expect(previewUrl(`/img?u=https%3A%2F%2Fx%2Fy.jpg&w=800#${webp}`)).toBe(
      `data:image/webp;base64,${webp.replace('-', '+').replace('_', '/')}`,
    )
  })

  test.each([
    ['/img?u=a&w=800'],
    [`https://x/y.jpg#${webp}`],
    [`/img?u=a#${webp})`],
    [`/img?u=a#"; background: url(https://evil.example)`],
  ])('%j has none', (image) => {
    expect(previewUrl(image)).toBeNull()
  })
})

describe('openNow', () => {
  const at = new Date('2026-11-21T07:30:00Z')

  test('uses the hours of the place in its time zone, past midnight', () => {
    const place = videoOf(
      row({ opening_hours: 'Fr 20:00-02:00', time_zone: 'America/Mexico_City', open_now: false }),
    )?.place
    expect(place && openNow(place, at)).toMatchObject({ open: true, weekday: 4 })
  })

  test('uses day lines when structured hours are missing', () => {
    const place = videoOf(
      row({ opening_hours_weekday_text: ['viernes: 20:00–2:00'], time_zone: 'America/Mexico_City' }),
    )?.place
    expect(place && openNow(place, at)).toMatchObject({ open: true })
  })

  test("uses the provider's answer only when hours are unknown", () => {
    const place = videoOf(row({ open_now: true }))?.place
    expect(place && openNow(place, at)).toEqual({ open: true, today: null })
    const nobody = videoOf(row())?.place
    expect(nobody && openNow(nobody, at)).toBeNull()
  })

  test('is unknown for hours without a time zone, as for the filter', () => {
    const place = videoOf(row({ opening_hours: 'Fr 20:00-02:00' }))?.place
    expect(place && openNow(place, at)).toBeNull()
  })
})
