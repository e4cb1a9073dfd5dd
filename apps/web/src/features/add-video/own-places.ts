import { nameKey } from '@antojo/domain/text'
import { z } from 'zod'
import { listOf, type Rest } from '../../lib/api/rest.ts'
import type { Video } from '../../entities/video/video.ts'

const ownPlaceSchema = z.object({
  restaurant_name: z.string(),
  restaurant_location: z.string().nullable(),
  restaurant_address: z.string().nullable(),
  enrich_place_lat: z.number().nullable(),
  enrich_place_lng: z.number().nullable(),
})

/** The person's own words about a place that no index knows, in columns of a video. */
export type OwnPlace = z.infer<typeof ownPlaceSchema>

const MAX_READ = 500
const MAX_OFFERED = 3

/** The places that the person saved by hand and that the post of a video names, the newest first. */
export async function fetchOwnPlacesIn(rest: Rest, video: Video): Promise<readonly OwnPlace[]> {
  const rows = listOf(
    await rest
      .from('videos')
      .select(Object.keys(ownPlaceSchema.shape).join(','))
      .eq('user_id', video.userId)
      .is('enrich_place_id', null)
      .not('restaurant_name', 'is', null)
      .order('created_at', { ascending: false })
      .limit(MAX_READ),
  )
  return placesIn(video.title ?? '', z.array(ownPlaceSchema).parse(rows))
}

/** The places whose name is in a text, as words or as one word such as a handle; each name once. */
export function placesIn(text: string, places: readonly OwnPlace[]): readonly OwnPlace[] {
  const words = ` ${nameKey(text)} `
  const byName = new Map<string, OwnPlace>()
  for (const place of places) {
    const name = nameKey(place.restaurant_name)
    const isNamed = words.includes(` ${name} `) || words.includes(` ${name.replaceAll(' ', '')} `)
    if (name !== '' && isNamed && !byName.has(name)) byName.set(name, place)
  }
  return [...byName.values()].slice(0, MAX_OFFERED)
}
