import { googleLibrary, type GoogleKey } from './google-loader.ts'
import type { LatLng } from '../map-port.ts'

/**
 * Where a place of Google's is, asked of Google by the browser that is about to draw it; null when Google does not know
 * the id any more. Only the point: it is what the pin needs, and the cheapest there is to ask.
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
