import type { AppClient } from '@antojo/testing/client'

/** Realistic names: long, short, in other scripts, and without spaces for line breaks. */
const NAMES = [
  'Contramar',
  'La Cevichería del Puerto de Don Aurelio y Doña Mercedes, Sucursal Mercado Viejo',
  'N',
  'Donaudampfschifffahrtsgesellschaftskapitänswirtshaus',
  '一蘭 渋谷店',
  'مطعم السلطان',
  'Tacos El Güero',
  "L'Ami Louis",
] as const
const CUISINES = ['Mexican, Seafood', 'Japanese, Ramen', 'Italian', null, 'Peruvian'] as const
const PLATFORMS = ['tiktok.com/@lupe/video/74', 'instagram.com/reel/C', 'youtube.com/shorts/s'] as const
/** The body of a batch stays below the 256 KiB that the data API accepts. */
const BATCH = 200
const DAY_MS = 86_400_000

/** Saves invented videos for the person through the data API. The pictures repeat, and some videos have none. */
export async function saveSampleVideos(
  client: AppClient,
  count: number,
  pictures: readonly string[] = [],
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => sampleVideo(index, pictures))
  for (let start = 0; start < rows.length; start += BATCH) {
    const answer = await client.request('/rest/v1/videos', {
      method: 'POST',
      headers: { prefer: 'return=minimal' },
      body: JSON.stringify(rows.slice(start, start + BATCH)),
    })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  }
}

function sampleVideo(index: number, pictures: readonly string[]): Readonly<Record<string, unknown>> {
  const platform = PLATFORMS[index % PLATFORMS.length] ?? ''
  return {
    video_url: `https://www.${platform}${String(index).padStart(17, '0')}`,
    title: `Lo mejor de la ciudad, parte ${index + 1} 🌮🔥 #foodie #antojo`,
    created_at: new Date(Date.now() - index * (DAY_MS / 8)).toISOString(),
    restaurant_name:
      index % 9 === 8 ? null : `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : ` ${index}`}`,
    restaurant_address: 'Durango 200, Roma Norte, 06700 Ciudad de México',
    restaurant_location: 'Ciudad de México',
    restaurant_cuisine: CUISINES[index % CUISINES.length] ?? null,
    restaurant_rating: index % 4 === 3 ? null : 3 + (index % 20) / 10,
    user_ratings_total: index % 4 === 3 ? null : (index * 37) % 12_000,
    restaurant_price_range: ['$', '$$', null, '$$$$'][index % 4] ?? null,
    views: (index * 997) % 40_000,
    thumbnail_url: index % 3 === 2 ? null : (pictures[index % Math.max(1, pictures.length)] ?? null),
    enrich_place_lat: index % 7 === 6 ? null : 19.3 + ((index * 13) % 200) / 1000,
    enrich_place_lng: index % 7 === 6 ? null : -99.25 + ((index * 7) % 200) / 1000,
  }
}
