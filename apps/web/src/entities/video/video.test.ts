import { describe, expect, test } from 'vitest'
import { openNow, previewUrl, videoOf } from './video.ts'

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
})
