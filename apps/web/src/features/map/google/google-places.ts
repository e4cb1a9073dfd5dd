import { googleLibrary, type GoogleKey } from './google-loader.ts'
import type { LatLng } from '../map-port.ts'

/**
 * The coordinates of a Google place, requested by the browser that draws it; null when Google no longer knows the id.
 * Requests only the location, which is the cheapest field and enough for a pin.
 */
export async function locateGooglePlace(key: GoogleKey, id: string): Promise<LatLng | null> {
  const { Place } = await googleLibrary(key, 'places')
  try {
    const { place } = await new Place({ id }).fetchFields({ fields: ['location'] })
    return place.location?.toJSON() ?? null
  } catch {
    return null
  }
}
