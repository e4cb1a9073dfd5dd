import { expect, test } from 'vitest'
import type { VideoQuery } from '../query.ts'
import { searchLoaded } from './search-loaded.ts'
import { videoOf } from '../video.ts'

const ALL: VideoQuery = {
  isOpen: false,
  userId: 'u1',
  text: '',
  platform: 'all',
  cuisine: 'all',
  location: '',
  openNow: false,
  prices: [],
  within: null,
  sort: 'recent',
  platforms: [],
  cuisines: [],
  diets: [],
  near: null,
}

const videos = [
  {
    id: '1',
    video_url: 'https://www.tiktok.com/@a/video/1',
    platform: 'TikTok',
    created_at: '2026-11-01T00:00:00Z',
    restaurant_name: 'Pizzería Güerrín',
    restaurant_cuisine: 'Italian',
    restaurant_price_range: '$',
    restaurant_location: 'Buenos Aires',
    opening_hours: '24/7',
    time_zone: 'America/Argentina/Buenos_Aires',
  },
  {
    id: '2',
    video_url: 'https://youtu.be/abcdefghijk',
    platform: 'YouTube',
    created_at: '2026-11-02T00:00:00Z',
    restaurant_name: 'Contramar',
    restaurant_cuisine: 'Mexican, Seafood',
    restaurant_location: 'Roma Norte, CDMX',
  },
  {
    id: '3',
    video_url: 'https://youtu.be/abcdefghijl',
    platform: 'YouTube',
    created_at: '2026-11-03T00:00:00Z',
    identify_state: 'question',
  },
].flatMap((row) => videoOf(row) ?? [])

test.each<[Partial<VideoQuery>, string[]]>([
  [{}, ['2', '1']],
  [{ text: 'guerrin' }, ['1']],
  [{ text: 'seafood' }, ['2']],
  [{ text: 'mariscos' }, ['2']],
  [{ text: '🍕' }, ['1']],
  [{ text: 'roma mariscos df' }, ['2']],
  [{ platform: 'YouTube' }, ['2']],
  [{ cuisine: 'italiana' }, ['1']],
  [{ location: 'roma' }, ['2']],
  [{ prices: ['$', '$$'] }, ['1']],
  [{ prices: ['$$'] }, []],
  [{ isOpen: true }, ['3']],
  [{ openNow: true }, ['1']],
  [{ text: 'contramar', platform: 'TikTok' }, []],
])('%j finds %j of what was loaded', (part, found) => {
  expect(searchLoaded(videos, { ...ALL, ...part }).map(({ id }) => id)).toEqual(found)
})
