import { m } from '@antojo/i18n/messages'
import { expect, test } from 'vitest'
import { videoOf } from '../../entities/video/video.ts'
import { changedColumns, errorsOf } from './fix-details.ts'

const VALID_DETAILS = {
  name: 'El Califa',
  location: 'CDMX',
  address: '',
  title: '',
  point: null,
  isSamePlace: false,
}

test.each([
  [VALID_DETAILS, {}],
  [{ ...VALID_DETAILS, name: ' x ' }, { name: m.fix_name_short() }],
  [{ ...VALID_DETAILS, name: 'xy' }, {}],
  [{ ...VALID_DETAILS, name: 'x'.repeat(80) }, {}],
  [{ ...VALID_DETAILS, name: 'x'.repeat(81) }, { name: m.fix_too_long() }],
  [{ ...VALID_DETAILS, location: '' }, { location: m.fix_location_short() }],
  [{ ...VALID_DETAILS, location: 'x'.repeat(81) }, { location: m.fix_too_long() }],
  [{ ...VALID_DETAILS, address: 'x'.repeat(201) }, { address: m.fix_address_long() }],
  [{ ...VALID_DETAILS, title: 'x'.repeat(120) }, {}],
  [{ ...VALID_DETAILS, title: 'x'.repeat(121) }, { title: m.fix_title_long() }],
])('%j', (details, faults) => {
  expect(errorsOf(details)).toEqual(faults)
})

const WRONG = {
  id: 'v1',
  user_id: 'u1',
  created_at: '2026-11-20',
  video_url: 'https://x.test/v',
  restaurant_name: 'El Mercader de Mentiras',
  restaurant_location: 'Barcelona',
  restaurant_address: 'Carrer Comercial 7, Barcelona',
  restaurant_cuisine: 'Seafood',
  restaurant_rating: 4.5,
  opening_hours: 'Mo-Su 10:00-22:00',
  enrich_place_id: 'own:1',
  enrich_place_lat: 41.3852,
  enrich_place_lng: 2.1834,
}

test('another name takes everything of the wrong place away', () => {
  const video = videoOf(WRONG)
  if (!video) throw new Error('not a video')
  const details = { ...VALID_DETAILS, address: video.place.address ?? '' }
  const fixed = videoOf({ ...WRONG, ...changedColumns(video, details) })
  expect(fixed?.place).toMatchObject({
    name: 'El Califa',
    location: 'CDMX',
    id: null,
    address: null,
    lat: null,
    lng: null,
    rating: null,
    cuisines: [],
    hours: null,
  })
})

test('another name for the same place keeps everything else', () => {
  const video = videoOf(WRONG)
  if (!video) throw new Error('not a video')
  const { address, ...facts } = video.place
  const details = { ...VALID_DETAILS, address: address ?? '', isSamePlace: true }
  const fixed = videoOf({ ...WRONG, ...changedColumns(video, details) })
  expect(fixed?.place).toEqual({ ...facts, address, name: 'El Califa', location: 'CDMX' })
})

test('a pin and an address are saved, and the same name keeps the rest', () => {
  const video = videoOf(WRONG)
  if (!video) throw new Error('not a video')
  const details = {
    ...VALID_DETAILS,
    name: 'El Mercader de Mentiras',
    address: 'Altata 22',
    point: { lat: 19.4, lng: -99.1 },
  }
  const fixed = videoOf({ ...WRONG, ...changedColumns(video, details) })
  expect(fixed?.place).toMatchObject({ address: 'Altata 22', lat: 19.4, lng: -99.1, rating: 4.5 })
})
